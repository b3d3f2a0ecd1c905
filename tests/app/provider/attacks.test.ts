import { type JWTPayload, SignJWT, UnsecuredJWT } from 'jose'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { accessRecorded } from '#src/domain/audit/access-log.ts'
import { createLimits } from '#src/security/limits.ts'
import {
  addressAt,
  appWithProvider,
  client,
  connected,
  leadsTo,
  type StandIn,
  throughProvider,
} from '../../support/openid.ts'

async function ann() {
  const made = await appWithProvider()
  const { account } = await connected(made, 'ann')
  return { ...made, account, browser: made.app.browser() }
}

const dashboard = '/admin/dashboard'
const fault = (name: string) => `/admin?provider=${name}`

test('signs a connected account in', async () => {
  const { standIn, browser } = await ann()
  expect(await throughProvider(standIn, browser)).toBe(dashboard)
  expect((await browser.get('/api/admin/me')).json).toMatchObject({ username: 'ann' })
})

describe('a provider whose answer is not to be trusted lets nobody in', () => {
  const claims = (wrong: JWTPayload) => (standIn: StandIn) => {
    standIn.wrongs.claims = wrong
  }
  const tokens = (token: (claims: JWTPayload) => Promise<string>) => (standIn: StandIn) => {
    standIn.wrongs.token = token
  }
  const shared = new TextEncoder().encode(client.clientSecret.padEnd(32, '-'))
  const longAgo = Date.parse('2026-11-20T09:00:00Z') / 1000
  test.each<[string, (standIn: StandIn) => unknown, string]>([
    ['another audience', claims({ aud: 'another-client' }), 'untrusted'],
    ['several audiences', claims({ aud: [client.clientId, 'another-client'] }), 'untrusted'],
    ['another party', claims({ azp: 'another-client' }), 'untrusted'],
    ['another issuer', claims({ iss: 'https://login.example.com' }), 'other-tenant'],
    ['another nonce', claims({ nonce: 'of another sign-in' }), 'untrusted'],
    ['no nonce', claims({ nonce: undefined as never }), 'untrusted'],
    ['an expired token', claims({ exp: longAgo }), 'untrusted'],
    ['a token of an hour ago', claims({ iat: longAgo }), 'untrusted'],
    ['a token without an end', claims({ exp: undefined as never }), 'untrusted'],
    ['a token of nobody', claims({ sub: undefined as never }), 'untrusted'],
    ['alg none', tokens(async (claims) => new UnsecuredJWT(claims).encode()), 'untrusted'],
    [
      'a shared secret as its key',
      tokens((claims) => new SignJWT(claims).setProtectedHeader({ alg: 'HS256' }).sign(shared)),
      'untrusted',
    ],
    ['no token at all', tokens(async () => ''), 'untrusted'],
    ['a code that it takes no more', (standIn) => (standIn.wrongs.status.token = 400), 'refused'],
    ['a client that it has revoked', (standIn) => (standIn.wrongs.status.token = 401), 'refused'],
    ['an outage at the code', (standIn) => (standIn.wrongs.status.token = 503), 'unreachable'],
    ['an outage at its keys', (standIn) => (standIn.wrongs.status.keys = 500), 'unreachable'],
    ['somebody unknown', (standIn) => (standIn.wrongs.subject = 'a stranger'), 'nobody'],
  ])('lets nobody in when the provider answers with %s', async (_, goWrong, expected) => {
    const { app, standIn, browser } = await ann()
    goWrong(standIn)
    expect(await throughProvider(standIn, browser)).toBe(fault(expected))
    expect((await browser.get('/api/admin/me')).status).toBe(401)
    expect((await browser.get(fault(expected))).text).toContain('role="alert"')
    await accessRecorded(app.deps)
    expect(JSON.stringify(app.dump().events)).toContain('sign-in failed')
    expect(app.logged().join()).not.toMatch(/canary|ann-at/)
  })

  test('lets nobody in by a token signed with a key that the provider has replaced', async () => {
    const { standIn, browser } = await ann()
    const old = await standIn.changeKey('second')
    standIn.wrongs.token = (claims) =>
      new SignJWT(claims).setProtectedHeader({ alg: 'ES256', kid: 'first' }).sign(old)
    expect(await throughProvider(standIn, browser)).toBe(fault('untrusted'))
  })

  test.each([{ kty: 'RSA', n: 'AQAB', e: 'AQAB' }, { kty: 'oct', k: 'c2VjcmV0' }, 'no key'])(
    'lets nobody in when the provider’s keys cannot be used: %j',
    async (key) => {
      const { standIn, browser } = await ann()
      standIn.wrongs.keys = [key]
      expect(await throughProvider(standIn, browser)).toBe(fault('untrusted'))
    },
  )

  test('learns a new key of the provider at once', async () => {
    const { standIn, browser } = await ann()
    await standIn.changeKey('second')
    standIn.wrongs.header.kid = 'second'
    expect(await throughProvider(standIn, browser)).toBe(dashboard)
  })
})

describe('the return from the provider', () => {
  test('accepts a return from the provider once', async () => {
    const { standIn, browser } = await ann()
    const back = standIn.answerTo(await addressAt(browser, '/api/admin/sign-in'))
    const path = `${back.pathname}${back.search}`
    const secret = browser.cookies.get('provider') ?? ''
    expect(await leadsTo(browser, path)).toBe(dashboard)
    expect(browser.cookies.has('provider')).toBe(false)
    browser.cookies.delete('admin')
    browser.cookies.set('provider', secret)
    expect(await leadsTo(browser, path)).toBe(fault('expired'))
  })

  test('accepts a return in the browser that began it, for ten minutes', async () => {
    const { app, standIn, browser } = await ann()
    const begin = async () => {
      const back = standIn.answerTo(await addressAt(browser, '/api/admin/sign-in'))
      return `${back.pathname}${back.search}`
    }
    expect(await leadsTo(app.browser(), await begin())).toBe(fault('expired'))
    const other = app.browser()
    await addressAt(other, '/api/admin/sign-in')
    expect(await leadsTo(other, await begin())).toBe(fault('expired'))
    const late = await begin()
    app.clock.now += 10 * 60_000
    expect(await leadsTo(browser, late)).toBe(fault('expired'))
  })

  test.each<[string, (back: URL) => void, string]>([
    ['another state', (back) => back.searchParams.set('state', 'forged'), 'expired'],
    ['another code', (back) => back.searchParams.set('code', 'forged'), 'refused'],
    ['another issuer', (back) => back.searchParams.set('iss', 'https://evil.example'), 'untrusted'],
    [
      'a refusal',
      ({ searchParams }) => {
        searchParams.delete('code')
        searchParams.set('error', 'access_denied')
      },
      'cancelled',
    ],
  ])('lets nobody in on a return with %s', async (_, change, expected) => {
    const { standIn, browser } = await ann()
    expect(await throughProvider(standIn, browser, undefined, change)).toBe(fault(expected))
    expect((await browser.get('/api/admin/me')).status).toBe(401)
  })

  test('refuses a return after a change of the settings', async () => {
    const { standIn, browser, save } = await ann()
    const back = standIn.answerTo(await addressAt(browser, '/api/admin/sign-in'))
    save({ name: 'Southgate' })
    expect(await leadsTo(browser, `${back.pathname}${back.search}`)).toBe(fault('expired'))
  })
})

describe('the redirect to the provider', () => {
  test('asks the provider for a code with PKCE, and sets a cookie that no script reads', async () => {
    const { app } = await ann()
    const { headers } = await app.request('/api/admin/sign-in')
    const { searchParams } = new URL(headers.get('location') ?? '')
    expect(Object.fromEntries(searchParams)).toMatchObject({
      response_type: 'code',
      code_challenge_method: 'S256',
      redirect_uri: 'http://localhost:3000/api/admin/sign-in/callback',
      scope: 'openid profile email',
    })
    expect(searchParams.get('nonce')).not.toBe(searchParams.get('state'))
    expect(headers.get('set-cookie')).toMatch(
      /^provider=.{43}%20%2Fadmin%2Fdashboard; Max-Age=600; Path=\/; HttpOnly; Sa/,
    )
  })

  test.each<[string, (standIn: StandIn) => unknown, string]>([
    ['is down', (standIn) => (standIn.wrongs.status.discovery = 503), 'unreachable'],
    ['leads elsewhere', (standIn) => (standIn.wrongs.status.discovery = 302), 'unusable'],
    [
      'calls itself something else',
      (standIn) => (standIn.wrongs.discovery = { issuer: 'https://evil.example' }),
      'unusable',
    ],
    [
      'has its sign-in in a script',
      (standIn) => (standIn.wrongs.discovery = { authorization_endpoint: 'javascript:alert(1)' }),
      'unusable',
    ],
  ])('sends nobody to the provider when it %s', async (_, goWrong, expected) => {
    const { standIn, browser } = await ann()
    goWrong(standIn)
    expect(await leadsTo(browser, '/api/admin/sign-in')).toBe(fault(expected))
  })

  test('refuses more sign-ins by the provider for a while to a network that has begun sixty', async () => {
    const { app, standIn } = await ann()
    Object.assign(app.deps, { limits: createLimits(1 / 60) })
    const browser = app.browser('203.0.113.7')
    await addressAt(browser, '/api/admin/sign-in')
    expect(await leadsTo(browser, '/api/admin/sign-in')).toBe(fault('too-many'))
    expect(await throughProvider(standIn, app.browser('198.51.100.7'))).toBe(dashboard)
  })

  test('sends nobody to a provider that does not answer in time', async () => {
    const { standIn, browser } = await ann()
    standIn.wrongs.waits = new Promise(() => {})
    const soon = AbortSignal.timeout(50)
    const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(soon)
    onTestFinished(() => timeout.mockRestore())
    expect(await leadsTo(browser, '/api/admin/sign-in')).toBe(fault('unreachable'))
  })
})
