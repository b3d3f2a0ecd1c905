import {
  CodeChallengeMethod,
  decodeIdToken,
  generateCodeVerifier,
  OAuth2Client,
  OAuth2RequestError,
  type OAuth2Tokens,
} from 'arctic'
import { MailFault } from './mailer.ts'
import type { MicrosoftApp } from './microsoft-app-token.ts'
import { peerFault } from './web-faults.ts'

/** What Microsoft hands out to act for a person; `connectedAs` only when it says who it was. */
export type DelegatedTokens = {
  accessToken: string
  refreshToken: string | null
  expiresInSeconds: number
  connectedAs: string | null
}

export const newVerifier = generateCodeVerifier

/** Where the administrator goes to say yes, with PKCE; the answer comes back to `callbackUrl`. */
export const consentAddress = (
  app: MicrosoftApp,
  { callbackUrl, state, verifier }: { callbackUrl: string; state: string; verifier: string },
): string =>
  clientOf(app, callbackUrl)
    .createAuthorizationURLWithPKCE(
      `${loginOf(app)}/authorize`,
      state,
      CodeChallengeMethod.S256,
      verifier,
      scopesOf(app),
    )
    .toString()

/** Trades the code of the callback for tokens. Throws `MailFault`, also when they are another tenant's. */
export async function tradeCode(
  app: MicrosoftApp,
  { callbackUrl, code, verifier }: { callbackUrl: string; code: string; verifier: string },
): Promise<DelegatedTokens> {
  const tokens = await within(
    clientOf(app, callbackUrl).validateAuthorizationCode(`${loginOf(app)}/token`, code, verifier),
  )
  const claims = claimsOf(tokens)
  const isGuid = /^[0-9a-f]{8}-[0-9a-f-]{27}$/i.test(app.tenantId)
  if (isGuid && claims.tid?.toLowerCase() !== app.tenantId.toLowerCase())
    throw new MailFault('AUTH_FAILED')
  return { ...read(tokens), connectedAs: claims.preferred_username ?? null }
}

/** A new access token, and the refresh token that replaces the one given. RECONNECT when consent is gone. */
export async function refreshTokens(
  app: MicrosoftApp,
  refreshToken: string,
): Promise<DelegatedTokens> {
  const client = clientOf(app, null)
  const tokens = await within(
    client.refreshAccessToken(`${loginOf(app)}/token`, refreshToken, scopesOf(app)),
  )
  return { ...read(tokens), connectedAs: null }
}

const clientOf = ({ clientId, clientSecret }: MicrosoftApp, callbackUrl: string | null) =>
  new OAuth2Client(clientId, clientSecret, callbackUrl)

const loginOf = ({ loginUrl, tenantId }: MicrosoftApp) => `${loginUrl}/${tenantId}/oauth2/v2.0`

const scopesOf = ({ graphUrl }: MicrosoftApp) => [
  'openid',
  'profile',
  'offline_access',
  `${graphUrl}/Mail.Send`,
]

const tokenTime = 20_000

/** The library has no time limit of its own. */
async function within<T>(request: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new MailFault('TIMEOUT')), tokenTime)
  })
  try {
    return await Promise.race([request, late])
  } catch (error) {
    if (!(error instanceof OAuth2RequestError)) throw peerFault(error)
    throw new MailFault(error.code === 'invalid_grant' ? 'RECONNECT' : 'AUTH_FAILED')
  } finally {
    clearTimeout(timer)
  }
}

function read(tokens: OAuth2Tokens) {
  try {
    return {
      accessToken: tokens.accessToken(),
      refreshToken: tokens.hasRefreshToken() ? tokens.refreshToken() : null,
      expiresInSeconds: tokens.accessTokenExpiresInSeconds(),
    }
  } catch {
    throw new MailFault('AUTH_FAILED')
  }
}

/** Said by the token endpoint itself over its own connection, so that the signature need not be checked. */
function claimsOf(tokens: OAuth2Tokens): { tid?: string; preferred_username?: string } {
  try {
    const claims = decodeIdToken(tokens.idToken()) as Record<string, unknown>
    return Object.fromEntries(
      ['tid', 'preferred_username'].flatMap((name) =>
        typeof claims[name] === 'string' ? [[name, claims[name].slice(0, 254)]] : [],
      ),
    )
  } catch {
    return {}
  }
}
