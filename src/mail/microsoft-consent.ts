import {
  CodeChallengeMethod,
  decodeIdToken,
  generateCodeVerifier,
  OAuth2Client,
  OAuth2Tokens,
} from 'arctic'
import { httpRequest, refuseInconclusive } from './http.ts'
import { MailFault } from './mailer.ts'
import type { MicrosoftApp } from './microsoft-mailer.ts'

export type DelegatedTokens = {
  accessToken: string
  refreshToken: string | null
  expiresInSeconds: number
  connectedAs: string | null
}

export const newVerifier = generateCodeVerifier

export const consentAddress = (
  app: MicrosoftApp,
  { callbackUrl, state, verifier }: { callbackUrl: string; state: string; verifier: string },
): string =>
  new OAuth2Client(app.clientId, app.clientSecret, callbackUrl)
    .createAuthorizationURLWithPKCE(
      `${loginOf(app)}/authorize`,
      state,
      CodeChallengeMethod.S256,
      verifier,
      scopesOf(app),
    )
    .toString()

/** Trades the code for tokens. Throws `MailFault`, also for the tokens of another tenant. */
export async function tradeCode(
  app: MicrosoftApp,
  { callbackUrl, code, verifier }: { callbackUrl: string; code: string; verifier: string },
): Promise<DelegatedTokens> {
  const { claims, ...tokens } = await tokensFor(app, {
    grant_type: 'authorization_code',
    code,
    redirect_uri: callbackUrl,
    code_verifier: verifier,
  })
  const isGuid = /^[0-9a-f]{8}-[0-9a-f-]{27}$/i.test(app.tenantId)
  if (isGuid && String(claims.tid).toLowerCase() !== app.tenantId.toLowerCase())
    throw new MailFault('AUTH_FAILED')
  const { preferred_username: name } = claims
  return { ...tokens, connectedAs: typeof name === 'string' ? name.slice(0, 254) : null }
}

/** Refreshes the tokens. Throws RECONNECT when Microsoft has withdrawn the consent. */
export async function refreshTokens(
  app: MicrosoftApp,
  refreshToken: string,
): Promise<DelegatedTokens> {
  const { claims: _, ...tokens } = await tokensFor(app, {
    grant_type: 'refresh_token',
    refresh_token: refreshToken,
    scope: scopesOf(app).join(' '),
  })
  return { ...tokens, connectedAs: null }
}

const loginOf = ({ loginUrl, tenantId }: MicrosoftApp) => `${loginUrl}/${tenantId}/oauth2/v2.0`

const scopesOf = ({ graphUrl }: MicrosoftApp) => [
  'openid',
  'profile',
  'offline_access',
  `${graphUrl}/Mail.Send`,
]

/** Sends the request itself, because the library would follow a redirect and pass the client secret on. */
async function tokensFor(app: MicrosoftApp, grant: Record<string, string>) {
  const answer = await httpRequest(`${loginOf(app)}/token`, {
    method: 'POST',
    headers: { accept: 'application/json' },
    body: new URLSearchParams({
      client_id: app.clientId,
      client_secret: app.clientSecret,
      ...grant,
    }),
  })
  refuseInconclusive(answer)
  const tokens = new OAuth2Tokens(jsonOf(answer.text))
  if (answer.status !== 200)
    throw new MailFault(/"invalid_grant"/.test(answer.text) ? 'RECONNECT' : 'AUTH_FAILED')
  try {
    return {
      accessToken: tokens.accessToken(),
      refreshToken: tokens.hasRefreshToken() ? tokens.refreshToken() : null,
      expiresInSeconds: tokens.accessTokenExpiresInSeconds(),
      claims: claimsOf(tokens),
    }
  } catch {
    throw new MailFault('AUTH_FAILED')
  }
}

function jsonOf(text: string): object {
  try {
    const data: unknown = JSON.parse(text)
    return typeof data === 'object' && data !== null ? data : {}
  } catch {
    return {}
  }
}

/** The tokens arrive from the token endpoint over our own connection, so the signature needs no check. */
function claimsOf(tokens: OAuth2Tokens): Record<string, unknown> {
  try {
    return decodeIdToken(tokens.idToken()) as Record<string, unknown>
  } catch {
    return {}
  }
}
