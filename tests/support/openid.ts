import { randomUUID } from 'node:crypto'
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose'
import { findAdminSession, openAdminSession } from '#src/domain/staff/admin-sessions.ts'
import { providerRow } from '#src/domain/staff/identity-provider.ts'
import { saveProvider } from '#src/domain/staff/identity-settings.ts'
import type { ProviderInput } from '#src/forms/sign-in/provider.ts'
import { hashToken } from '#src/security/tokens.ts'
import { makeAdmin } from './app/admins.ts'
import type { Browser } from './app/browser.ts'
import { type TestApp, testApp } from './app/test-app.ts'
import { jsonPeer } from './mail/json-peer.ts'

export const client = { clientId: 'countersign', clientSecret: 'canary-client-secret' }

/** Who is signed in at the stand-in, and what it does wrong. */
type Wrongs = {
  subject: string
  claims: JWTPayload
  header: { alg: string; kid: string }
  /** Signs the token itself. */
  token: ((claims: JWTPayload) => Promise<string>) | null
  discovery: Record<string, unknown>
  keys: unknown[] | null
  status: { discovery: number; token: number; keys: number }
  waits: Promise<unknown> | null
}

/** A provider on loopback as far as we use one; `at` is its clock in UTC milliseconds. */
export async function openIdStandIn(at: () => number, path = '') {
  const signing = { key: await generateKeyPair('ES256'), kid: 'first' }
  const codes = new Map<string, URLSearchParams>()
  const wrongs: Wrongs = {
    subject: 'ann-at-the-provider',
    claims: {},
    header: { alg: 'ES256', kid: 'first' },
    token: null,
    discovery: {},
    keys: null,
    status: { discovery: 200, token: 200, keys: 200 },
    waits: null,
  }
  const peer = await jsonPeer(async ({ path: asked, body, headers }) => {
    await wrongs.waits
    const { status } = wrongs
    if (asked === `${path}/.well-known/openid-configuration`)
      return { status: status.discovery, json: discovery(), headers: { location: '/elsewhere' } }
    if (asked === '/keys') {
      const key = await exportJWK(signing.key.publicKey)
      const keys = wrongs.keys ?? [{ ...key, kid: signing.kid }]
      return { status: status.keys, json: { keys } }
    }
    if (asked !== '/token') return { status: 404, json: {} }
    const form = new URLSearchParams(body)
    const begun = codes.get(form.get('code') ?? '')
    codes.delete(form.get('code') ?? '')
    const isKnown = headers.authorization === `Basic ${btoa(Object.values(client).join(':'))}`
    if (!begun || !isKnown || status.token !== 200)
      return { status: status.token === 200 ? 400 : status.token, json: { error: 'invalid_grant' } }
    return { status: 200, json: { id_token: await idToken(begun) } }
  })
  const issuer = `${peer.url}${path}`
  const discovery = () => ({
    issuer,
    authorization_endpoint: `${peer.url}/authorize`,
    token_endpoint: `${peer.url}/token`,
    jwks_uri: `${peer.url}/keys`,
    ...wrongs.discovery,
  })
  function idToken(begun: URLSearchParams): Promise<string> {
    const now = Math.floor(at() / 1000)
    const claims = {
      ...{ iss: issuer, aud: client.clientId, iat: now, exp: now + 300 },
      ...{ sub: wrongs.subject, nonce: begun.get('nonce') ?? '' },
      ...(begun.has('max_age') && { auth_time: now }),
      ...{ preferred_username: `${wrongs.subject}@example.com`, ...wrongs.claims },
    }
    if (wrongs.token) return wrongs.token(claims)
    return new SignJWT(claims).setProtectedHeader(wrongs.header).sign(signing.key.privateKey)
  }
  return {
    issuer,
    wrongs,
    asked: peer.asked,
    /** Signs with another key from now on; returns what signs with the old one. */
    async changeKey(kid: string) {
      const { privateKey } = signing.key
      Object.assign(signing, { key: await generateKeyPair('ES256'), kid })
      return privateKey
    },
    /** What the person's browser brings back. */
    answerTo(address: URL): URL {
      const code = randomUUID()
      codes.set(code, address.searchParams)
      const back = new URL(address.searchParams.get('redirect_uri') ?? '')
      back.search = `${new URLSearchParams({ code, state: address.searchParams.get('state') ?? '' })}`
      return back
    },
  }
}

export type StandIn = Awaited<ReturnType<typeof openIdStandIn>>

/** An app with a provider, whose first administrator is `head`. */
export async function appWithProvider(
  settings: Partial<ProviderInput> = {},
  path = '',
  env: (issuer: string) => Record<string, string> = () => ({}),
) {
  let now = () => 0
  const standIn = await openIdStandIn(() => now(), path)
  const app = testApp({ env: env(standIn.issuer) })
  now = () => app.clock.now
  const head = await makeAdmin(app, { username: 'head', password: 'brass kettle on 4 hobs' })
  const browser = app.browser()
  browser.cookies.set('admin', openAdminSession(app.deps, head.id, 'full'))
  const save = (changes: Partial<ProviderInput> = {}, by = browser) => {
    const secret = by.cookies.get('admin') ?? ''
    const actor = findAdminSession(app.deps, hashToken(secret), 'full')
    if (!actor) throw new Error('The session has ended')
    const version = providerRow(app.deps)?.version ?? 0
    saveProvider(app.deps, actor, {
      ...{ issuer: standIn.issuer, ...client, name: 'Northgate' },
      ...{ countsAsTwoFactors: false, isRequired: false, ...settings, ...changes, version },
    })
  }
  save()
  return { app, standIn, head: browser, save }
}

/** Goes to the provider and comes back; returns where that leads. */
export async function throughProvider(
  standIn: StandIn,
  browser: Browser,
  begin = '/api/admin/sign-in',
  change: (back: URL) => void = () => {},
): Promise<string> {
  const address = await addressAt(browser, begin)
  if (!address.pathname.startsWith('/authorize')) return `${address.pathname}${address.search}`
  const back = standIn.answerTo(address)
  change(back)
  return leadsTo(browser, `${back.pathname}${back.search}`)
}

export const addressAt = async (browser: Browser, begin: string) =>
  new URL(await leadsTo(browser, begin), 'http://ours.example')

export async function leadsTo(browser: Browser, path: string): Promise<string> {
  const { headers, status, text } = await browser.get(path)
  return headers.get('location') ?? `${status} ${text}`
}

/** Connects an account that a password opens; returns its browser. */
export async function connected(
  { app, standIn }: { app: TestApp; standIn: StandIn },
  username: string,
  role: 'viewer' | 'reviewer' | 'administrator' = 'reviewer',
) {
  const password = 'brass kettle on 4 hobs'
  const account = await makeAdmin(app, { username, password, role })
  const browser = app.browser()
  browser.cookies.set('admin', openAdminSession(app.deps, account.id, 'full'))
  standIn.wrongs.subject = `${username}-at-the-provider`
  const led = await throughProvider(standIn, browser, '/api/admin/sign-in?for=connect')
  if (led !== '/admin/account?done=connected') throw new Error(led)
  return { browser, account, password }
}
