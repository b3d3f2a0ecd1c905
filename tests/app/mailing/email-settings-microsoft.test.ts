import { describe, expect, test } from 'vitest'
import { deliverNext } from '#src/domain/mailing/delivery.ts'
import { openSender } from '#src/domain/mailing/mailers.ts'
import { disconnectMicrosoft } from '#src/domain/mailing/microsoft.ts'
import { outboxStatus } from '#src/domain/mailing/status.ts'
import { adminBrowser, reviewer } from '../../support/app/admins.ts'
import { testApp } from '../../support/app/test-app.ts'
import { emails, officer, putEmails, smtpSettings } from '../../support/mail/mail-settings.ts'
import {
  connectAddress,
  type MicrosoftStandIn,
  microsoftStandIn,
} from '../../support/mail/microsoft-stand-in.ts'

const tenant = 'aaaaaaaa-bbbb-4ccc-8ddd-eeeeeeeeeeee'
const path = '/api/email-settings'

async function app() {
  const peer = await microsoftStandIn(tenant)
  const made = testApp({ env: { MICROSOFT_LOGIN_URL: peer.url, MICROSOFT_GRAPH_URL: peer.url } })
  const browser = await adminBrowser(made)
  expect((await browser.post(path, settings())).status).toBe(200)
  return { made, peer, browser }
}

const settings = (changes: Record<string, unknown> = {}) =>
  smtpSettings(25, {
    emailProvider: 'oauth365',
    oauth365ClientId: '0f0e0d0c-0000-4000-8000-000000000001',
    oauth365ClientSecret: 'canary-client-secret',
    oauth365TenantId: tenant,
    ...changes,
  })

type Made = Awaited<ReturnType<typeof app>>

async function connect({ browser }: Made, changes: Record<string, string> = {}) {
  const address = await connectAddress(browser)
  const query = { state: address.searchParams.get('state') ?? '', code: 'good-code', ...changes }
  const answer = await browser.get(`${path}/microsoft/callback?${new URLSearchParams(query)}`)
  return { address, query, answer, location: answer.headers.get('location') }
}

async function deliver({ made: { deps } }: Made) {
  const sender = await openSender(deps)
  return sender ? deliverNext(deps, sender, 0.5) : 'no sender'
}

const grants = (peer: MicrosoftStandIn) =>
  peer.asked
    .filter(({ path: asked }) => asked.includes('/token'))
    .map(({ body }) => new URLSearchParams(body).get('grant_type'))

describe('Connect Microsoft 365', () => {
  test('leads to Microsoft with PKCE and back, and then sends mail as the person who agreed', async () => {
    const made = await app()
    const { address, location } = await connect(made)
    expect(address.origin).toBe(made.peer.url)
    expect(address.searchParams.get('code_challenge_method')).toBe('S256')
    expect(address.searchParams.get('redirect_uri')).toMatch(
      /\/api\/email-settings\/microsoft\/callback$/,
    )
    expect(location).toBe('/admin/email-settings?microsoft=connected')
    const { json, text } = await made.browser.get(path)
    expect(json).toMatchObject({
      oauth365ConnectedAs: 'accounts@example.com',
      configured: { oauth365RefreshToken: true, oauth365AccessToken: true },
    })
    expect(text).not.toMatch(/refresh-\d|user-\d/)
    putEmails(made.made, 1)
    expect(await deliver(made)).toBe('sent')
    expect(made.peer.emails[0]?.mailbox).toBe('me')
  })

  test('gives Microsoft’s address to a page that asks by a call, once the password is fresh', async () => {
    const { made, peer, browser } = await app()
    const begin = (body: object) => browser.post(`${path}/microsoft/connect`, body)
    const { json } = await begin({})
    expect(new URL(String(json?.address)).origin).toBe(peer.url)
    made.clock.now += 10 * 60_000
    const refused = await begin({})
    expect([refused.status, refused.json?.errors]).toEqual([
      403,
      { currentPassword: 'Please confirm your password first' },
    ])
    expect((await begin({ currentPassword: reviewer.password })).json).toHaveProperty('address')
    const unset = await adminBrowser(testApp())
    const early = await unset.post(`${path}/microsoft/connect`, {})
    expect([early.status, early.json?.message]).toEqual([409, 'Save the email settings first'])
  })

  test('accepts a return from Microsoft once, for ten minutes, in the session that began it', async () => {
    const made = await app()
    const { query } = await connect(made)
    const callback = `${path}/microsoft/callback?${new URLSearchParams(query)}`
    const failed = '/admin/email-settings?microsoft=failed'
    expect((await made.browser.get(callback)).headers.get('location')).toBe(failed)
    const begun = await connectAddress(made.browser)
    const state = begun.searchParams.get('state') ?? ''
    const other = await adminBrowser(made.made)
    const elsewhere = `${path}/microsoft/callback?code=good-code&state=${state}`
    expect((await other.get(elsewhere)).headers.get('location')).toBe(failed)
    expect((await made.made.browser().get(elsewhere)).headers.get('location')).toBe('/admin')
    made.made.clock.now += 10 * 60_000 + 1
    expect((await made.browser.get(elsewhere)).headers.get('location')).toBe(failed)
    expect(grants(made.peer)).toEqual(['authorization_code'])
  })

  test.each([{ code: 'bad-code' }, { code: '' }, { state: 'forged' }])(
    'connects nothing on a return from Microsoft with %j',
    async (changes) => {
      const made = await app()
      expect((await connect(made, changes)).location).toBe('/admin/email-settings?microsoft=failed')
      expect((await made.browser.get(path)).json).toMatchObject({
        configured: { oauth365RefreshToken: false },
      })
    },
  )

  test('refuses to connect a person from another tenant', async () => {
    const made = await app()
    made.peer.next.tenant = 'ffffffff-bbbb-4ccc-8ddd-eeeeeeeeeeee'
    expect((await connect(made)).location).toBe('/admin/email-settings?microsoft=failed')
  })
})

describe('without connecting', () => {
  test('sends mail with the application’s own rights, from the address in the settings', async () => {
    const made = await app()
    putEmails(made.made, 1)
    expect(await deliver(made)).toBe('sent')
    expect(made.peer.emails[0]?.mailbox).toBe('users/accounts@example.com')
    expect(grants(made.peer)).toEqual(['client_credentials'])
  })
})

describe('a token that Graph refuses before its time', () => {
  test('replaces at once a token that Graph refuses early for the person who connected', async () => {
    const made = await app()
    await connect(made)
    made.peer.refuse(401)
    putEmails(made.made, 2)
    expect([await deliver(made), await deliver(made)]).toEqual(['sent', 'sent'])
    expect(grants(made.peer)).toEqual(['authorization_code', 'refresh_token'])
    expect(made.peer.refreshTokens.size).toBe(1)
  })
})

describe('the refresh token', () => {
  test('stores a new refresh token before it uses it, and uses each once', async () => {
    const made = await app()
    await connect(made)
    putEmails(made.made, 3)
    for (let n = 0; n < 3; n += 1) {
      made.made.clock.now += 3_600_000
      expect(await deliver(made)).toBe('sent')
    }
    expect(grants(made.peer).slice(1)).toEqual(['refresh_token', 'refresh_token', 'refresh_token'])
    expect(made.peer.refreshTokens.size).toBe(1)
  })

  test('requests a refresh token once when two emails need it at the same time', async () => {
    const made = await app()
    await connect(made)
    made.made.clock.now += 3_600_000
    putEmails(made.made, 1, 'AAAA')
    const browser = await adminBrowser(made.made)
    const test = browser.post(`${path}/test`, { testEmail: 'jo@example.com' })
    expect([await deliver(made), (await test).status]).toEqual(['sent', 200])
    expect(grants(made.peer)).toEqual(['authorization_code', 'refresh_token'])
  })

  test('pauses the outbox when the refresh token stops working, until somebody connects again', async () => {
    const made = await app()
    await connect(made)
    made.peer.refreshTokens.clear()
    made.made.clock.now += 3_600_000
    putEmails(made.made, 2)
    expect(await deliver(made)).toMatchObject({ ok: false })
    expect(await deliver(made)).toBe('no sender')
    expect(outboxStatus(made.made.deps)).toMatchObject({
      waiting: 2,
      lastFailure: { reason: 'Microsoft 365 must be connected again' },
    })
    const browser = await adminBrowser(made.made)
    expect((await connect({ ...made, browser })).location).toContain('connected')
    expect([await deliver(made), await deliver(made)]).toEqual(['sent', 'sent'])
    expect(emails(made.made).map(({ state }) => state)).toEqual(['sent', 'sent'])
  })
})

describe('disconnecting', () => {
  const disconnected = {
    oauth365ConnectedAs: '',
    oauth365ReconnectNeeded: false,
    configured: { oauth365ClientSecret: true, oauth365RefreshToken: false },
  }

  test('forgets the person after disconnecting, records an event, and sends mail as the application', async () => {
    const made = await app()
    await connect(made)
    const answer = await made.browser.postForm('/admin/email-settings', { action: 'disconnect' })
    expect(answer.status).toBe(303)
    expect((await made.browser.get(path)).json).toMatchObject(disconnected)
    expect(made.made.dump().events?.at(-1)).toMatchObject({ action: 'Microsoft 365 disconnected' })
    putEmails(made.made, 1)
    expect(await deliver(made)).toBe('sent')
    expect(made.peer.emails[0]?.mailbox).toBe('users/accounts@example.com')
  })

  test('stops an email that is being sent as a disconnected person', async () => {
    const made = await app()
    await connect(made)
    made.made.clock.now += 3_600_000
    putEmails(made.made, 1)
    made.peer.next.atToken = () => disconnectMicrosoft(made.made.deps, officer)
    expect(await deliver(made)).toMatchObject({ ok: false })
    expect(made.peer.emails).toEqual([])
    const { json } = await (await adminBrowser(made.made)).get(path)
    expect(json).toMatchObject(disconnected)
  })
})
