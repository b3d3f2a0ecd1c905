import { CodeChallengeMethod, OAuth2Client } from 'arctic'
import { createLocalJWKSet, errors, type JSONWebKeySet, type JWTPayload, jwtVerify } from 'jose'

/** Sends a request without following redirects, and with limits of time and size. Throws 'unreachable'. */
export type Ask = (
  url: string,
  options?: { method?: string; headers?: Record<string, string>; body?: string },
) => Promise<{ status: number; text: string }>

export type OpenIdClient = { clientId: string; clientSecret: string; callbackUrl: string }

/** From the provider's discovery document. */
type OpenIdProvider = {
  issuer: string
  authorizationEndpoint: string
  tokenEndpoint: string
  keysAddress: string
  authentication: 'basic' | 'post'
}

/** `detail` helps the person who sets the provider up. */
export class OpenIdFault extends Error {
  constructor(
    readonly reason: 'unreachable' | 'unusable' | 'refused' | 'untrusted' | 'other-tenant',
    readonly detail = '',
  ) {
    super(`${reason} ${detail}`)
  }
}

export const wellKnown = '/.well-known/openid-configuration'

export async function discover(ask: Ask, issuer: string): Promise<OpenIdProvider> {
  const { status, text } = await ask(`${issuer.replace(/\/$/, '')}${wellKnown}`)
  if (isOutage(status)) throw new OpenIdFault('unreachable', statusWords(status))
  if (status !== 200) throw new OpenIdFault('unusable', statusWords(status))
  const metadata = jsonOf(text)
  if (typeof metadata.issuer !== 'string')
    throw new OpenIdFault('unusable', 'Its answer is not an OpenID discovery document')
  if (metadata.issuer !== issuer) {
    const issuer = metadata.issuer.slice(0, 200)
    throw new OpenIdFault('unusable', `It calls itself ${issuer}: enter exactly that`)
  }
  const methods = metadata.token_endpoint_auth_methods_supported ?? ['client_secret_basic']
  const supports = (method: string) => Array.isArray(methods) && methods.includes(method)
  if (!supports('client_secret_basic') && !supports('client_secret_post'))
    throw new OpenIdFault('unusable', 'It does not accept a client secret')
  return {
    issuer,
    authorizationEndpoint: addressIn(metadata, 'authorization_endpoint'),
    tokenEndpoint: addressIn(metadata, 'token_endpoint'),
    keysAddress: addressIn(metadata, 'jwks_uri'),
    authentication: supports('client_secret_basic') ? 'basic' : 'post',
  }
}

const isOutage = (status: number) => status === 429 || status >= 500

const statusWords = (status: number) => `It answered with status ${status}`

/** Reads an address. It must use HTTPS unless the issuer itself uses plain HTTP, as a local stand-in does. */
function addressIn(metadata: Record<string, unknown>, name: string): string {
  const address = String(metadata[name] ?? '')
  const { protocol } = URL.canParse(address) ? new URL(address) : { protocol: '' }
  if (
    protocol === 'https:' ||
    (protocol === 'http:' && String(metadata.issuer).startsWith('http:'))
  )
    return address
  throw new OpenIdFault('unusable', `Its discovery document has no ${name}`)
}

/** Returns the address of the sign-in. With `asksAgain`, the provider must not reuse an earlier sign-in. */
export function authorizationAddress(
  provider: OpenIdProvider,
  { clientId, clientSecret, callbackUrl }: OpenIdClient,
  attempt: { state: string; nonce: string; verifier: string; asksAgain: boolean },
): string {
  const url = new OAuth2Client(clientId, clientSecret, callbackUrl).createAuthorizationURLWithPKCE(
    provider.authorizationEndpoint,
    attempt.state,
    CodeChallengeMethod.S256,
    attempt.verifier,
    ['openid', 'profile', 'email'],
  )
  url.searchParams.set('nonce', attempt.nonce)
  if (attempt.asksAgain) {
    url.searchParams.set('max_age', '0')
    // Microsoft Entra only obeys this parameter
    url.searchParams.set('prompt', 'login')
  }
  return url.toString()
}

/**
 * Returns the ID token. Sends the request itself, because the library would follow a redirect and pass the client
 * secret on.
 */
export async function tradeCode(
  ask: Ask,
  { tokenEndpoint, authentication }: OpenIdProvider,
  { clientId, clientSecret, callbackUrl }: OpenIdClient,
  { code, verifier }: { code: string; verifier: string },
): Promise<string> {
  const form = new URLSearchParams({
    grant_type: 'authorization_code',
    redirect_uri: callbackUrl,
    code_verifier: verifier,
    code,
    ...(authentication === 'post' && { client_id: clientId, client_secret: clientSecret }),
  })
  const credentials = [clientId, clientSecret].map(encodeURIComponent).join(':')
  const { status, text } = await ask(tokenEndpoint, {
    method: 'POST',
    headers: {
      accept: 'application/json',
      'content-type': 'application/x-www-form-urlencoded',
      ...(authentication === 'basic' && {
        authorization: `Basic ${Buffer.from(credentials).toString('base64')}`,
      }),
    },
    body: form.toString(),
  })
  if (isOutage(status)) throw new OpenIdFault('unreachable', statusWords(status))
  const token = jsonOf(text).id_token
  if (status === 200 && typeof token === 'string') return token
  throw new OpenIdFault('refused', String(jsonOf(text).error ?? `status ${status}`).slice(0, 100))
}

/** Allows key pairs only, because everybody who has a shared secret could impersonate anybody. */
const algorithms = [
  ...['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512'],
  ...['ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519'],
]

/** The seconds by which the two clocks may differ. */
const clockTolerance = 60

type Person = {
  subject: string
  shownAs: string
  /** The name as the provider writes it. */
  name: string
  /** Milliseconds, or `null` when the provider does not say. */
  authenticatedAt: number | null
}

/**
 * `tenant` belongs to Microsoft Entra, and is `null` for other providers. In Entra the object ID identifies the
 * person, because the subject differs for each application.
 */
export async function checkIdToken(
  ask: Ask,
  { issuer, keysAddress }: OpenIdProvider,
  token: string,
  expected: { clientId: string; nonce: string; tenant: string | null; now: number },
): Promise<Person> {
  const { status, text } = await ask(keysAddress)
  if (status !== 200) throw new OpenIdFault('unreachable', statusWords(status))
  const claims = await verifyToken(text, token, { issuer, ...expected })
  const { aud, azp, nonce, sub, tid, oid, auth_time: authTime } = claims
  const isForUs = azp === undefined ? ![aud].flat()[1] : azp === expected.clientId
  if (nonce !== expected.nonce || !isForUs) throw new OpenIdFault('untrusted')
  const isOfTenant = expected.tenant === null || tid === expected.tenant
  if (!isOfTenant) throw new OpenIdFault('other-tenant')
  const subject = expected.tenant === null ? sub : oid
  if (typeof subject !== 'string' || !subject || subject.length > 255)
    throw new OpenIdFault('untrusted', 'The id token names nobody')
  return {
    subject,
    shownAs: nameIn(claims) ?? subject,
    name: typeof claims.name === 'string' ? claims.name : '',
    authenticatedAt: signInTime(authTime, expected.now),
  }
}

/**
 * Returns the time of the sign-in. A time in the future counts as now, because it would keep a password fresh for too
 * long.
 */
function signInTime(seconds: unknown, now: number): number | null {
  return Number.isSafeInteger(seconds) ? Math.min(Number(seconds) * 1000, now) : null
}

async function verifyToken(
  keys: string,
  token: string,
  { issuer, clientId, now }: { issuer: string; clientId: string; now: number },
): Promise<JWTPayload> {
  try {
    const keySet = createLocalJWKSet(jsonOf(keys) as unknown as JSONWebKeySet)
    const { payload } = await jwtVerify(token, keySet, {
      issuer,
      audience: clientId,
      algorithms,
      clockTolerance,
      currentDate: new Date(now),
      maxTokenAge: '10 minutes',
      requiredClaims: ['sub', 'exp', 'iat', 'nonce'],
    })
    return payload
  } catch (error) {
    const isOfAnother = error instanceof errors.JWTClaimValidationFailed && error.claim === 'iss'
    // this also covers errors of the platform: a key may be too short, or of another kind than the token
    const detail = error instanceof Error ? error.message : ''
    throw new OpenIdFault(isOfAnother ? 'other-tenant' : 'untrusted', detail)
  }
}

function nameIn(claims: JWTPayload): string | null {
  const names = [claims.preferred_username, claims.email, claims.name]
  const text = names.find((name) => typeof name === 'string' && name.trim())
  return typeof text === 'string' ? text.slice(0, 200) : null
}

function jsonOf(text: string): Record<string, unknown> {
  try {
    const data: unknown = JSON.parse(text)
    return typeof data === 'object' && data !== null ? (data as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}
