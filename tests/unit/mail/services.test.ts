import PostalMime from 'postal-mime'
import { describe, expect, test } from 'vitest'
import { readEnv } from '#src/env.ts'
import { appTokens } from '#src/mail/microsoft/app-token.ts'
import { consentAddress, refreshTokens } from '#src/mail/microsoft/delegated-token.ts'
import { microsoftMailer } from '#src/mail/microsoft/microsoft-mailer.ts'
import { sendgridMailer } from '#src/mail/sendgrid/sendgrid-mailer.ts'
import { aMessage } from '../../support/mail/emails.ts'
import { jsonPeer } from '../../support/mail/json-peer.ts'
import { microsoftStandIn } from '../../support/mail/microsoft-stand-in.ts'
import { sendgridStandIn } from '../../support/mail/sendgrid-stand-in.ts'
import { closedPort } from '../../support/mail/smtp-server.ts'

const tenant = 'tenant.example.com'

describe('SendGrid', () => {
  test('gets the email at the address that was set, with nothing that follows its reader', async () => {
    const peer = await sendgridStandIn('SG.canary-key')
    const mailer = sendgridMailer({ apiKey: 'SG.canary-key', url: peer.url })
    const delivery = await mailer.send(aMessage())
    expect(delivery).toEqual({
      ok: true,
      log: [`Connecting to ${new URL(peer.url).host}`, 'Authenticated', 'Accepted: 202'],
    })
    expect(JSON.parse(peer.asked[0]?.body ?? '')).toMatchObject({
      personalizations: [{ to: [{ email: 'jo@example.com', name: 'Jo Example' }] }],
      from: { email: 'accounts@example.com', name: 'Example Supplies' },
      reply_to: { email: 'sales@example.com' },
      subject: 'A subject, £5 – ünïcode',
      headers: {
        'Message-ID': '<email.1.abc@accounts.example.com>',
        'Auto-Submitted': 'auto-generated',
      },
      tracking_settings: { click_tracking: { enable: false } },
    })
  })

  test.each([
    [401, 'AUTH_FAILED', false],
    [403, 'AUTH_FAILED', false],
    [400, 'REJECTED', true],
    [429, 'REJECTED', false],
    [503, 'REJECTED', false],
    [302, 'DROPPED', false],
  ])('that answers %i means %s', async (status, reason, permanent) => {
    const peer = await sendgridStandIn('SG.canary-key')
    peer.next.status = status
    const mailer = sendgridMailer({ apiKey: 'SG.canary-key', url: peer.url })
    const delivery = await mailer.send(aMessage())
    expect(delivery.ok).toBe(false)
    if (status !== 302) expect(delivery).toMatchObject({ reason, permanent, code: status })
    expect(JSON.stringify(delivery)).not.toContain('canary')
  })

  test('that asks for time is understood', async () => {
    const peer = await jsonPeer(() => ({ status: 429, headers: { 'retry-after': '17' } }))
    const delivery = await sendgridMailer({ apiKey: 'k', url: peer.url }).send(aMessage())
    expect(delivery).toMatchObject({ reason: 'REJECTED', retryAfter: '17' })
  })

  test('two mailers keep their keys apart', async () => {
    const [one, two] = [await sendgridStandIn('SG.one'), await sendgridStandIn('SG.two')]
    const first = sendgridMailer({ apiKey: 'SG.one', url: one.url })
    const second = sendgridMailer({ apiKey: 'SG.two', url: two.url })
    expect((await first.send(aMessage())).ok).toBe(true)
    expect((await second.send(aMessage())).ok).toBe(true)
  })

  test('that is not there is told apart from one that refuses', async () => {
    const url = `http://127.0.0.1:${await closedPort()}`
    const delivery = await sendgridMailer({ apiKey: 'k', url }).send(aMessage())
    expect(delivery).toMatchObject({ ok: false, reason: 'REFUSED' })
  })
})

describe('Microsoft 365 with the application’s own rights', () => {
  const app = (url: string) => ({
    clientId: '0f0e0d0c-0000-4000-8000-000000000001',
    clientSecret: 'canary-client-secret',
    tenantId: tenant,
    loginUrl: url,
    graphUrl: url,
  })

  test('takes the whole email into the sender’s mailbox, with one token for several', async () => {
    const peer = await microsoftStandIn(tenant)
    const token = appTokens(app(peer.url))
    const mailer = microsoftMailer({ graphUrl: peer.url, mailbox: 'accounts@example.com', token })
    for (let n = 0; n < 2; n += 1) expect(await mailer.send(aMessage())).toMatchObject({ ok: true })
    expect(peer.emails[0]?.mailbox).toBe('users/accounts@example.com')
    const mail = await PostalMime.parse(peer.emails[0]?.mime ?? '')
    expect(mail).toMatchObject({
      messageId: '<email.1.abc@accounts.example.com>',
      to: [{ address: 'jo@example.com' }],
      subject: 'A subject, £5 – ünïcode',
    })
    expect(peer.asked.filter(({ path }) => path.includes('/token'))).toHaveLength(1)
    expect(peer.asked[0]?.body).toContain('scope=http')
  })

  test.each([401, 403])('gets another token when its own is refused with %i', async (status) => {
    const peer = await microsoftStandIn(tenant)
    const token = appTokens(app(peer.url))
    const mailer = microsoftMailer({ graphUrl: peer.url, mailbox: 'a@example.com', token })
    expect(await mailer.send(aMessage())).toMatchObject({ ok: true })
    peer.refuse(status)
    const delivery = await mailer.send(aMessage())
    expect(delivery).toMatchObject({ ok: true })
    expect(delivery.log).toContain(
      `The access token was refused (${status}): trying once more with a new one`,
    )
    expect(await mailer.send(aMessage())).toMatchObject({ ok: true })
    expect(peer.asked.filter(({ path }) => path.includes('/token'))).toHaveLength(2)
  })

  test('that does not know the secret says so without repeating it', async () => {
    const peer = await microsoftStandIn('another')
    const token = appTokens(app(peer.url))
    const mailer = microsoftMailer({ graphUrl: peer.url, mailbox: 'a@example.com', token })
    const delivery = await mailer.send(aMessage())
    expect(delivery).toMatchObject({ ok: false, reason: 'AUTH_FAILED' })
    expect(JSON.stringify(delivery)).not.toContain('canary')
  })

  test.each([429, 503])(
    'whose sign-in answers %i is out of order, not refusing',
    async (status) => {
      const headers = { 'retry-after': '17' }
      const peer = await jsonPeer(() => ({ status, json: {}, headers }))
      const token = appTokens(app(peer.url))
      const mailer = microsoftMailer({ graphUrl: peer.url, mailbox: 'a@example.com', token })
      expect(await mailer.send(aMessage())).toMatchObject({ reason: 'DROPPED', retryAfter: '17' })
      await expect(refreshTokens(app(peer.url), 'r')).rejects.toThrow('DROPPED')
    },
  )

  test('whose Graph asks for time is understood', async () => {
    const peer = await jsonPeer(() => ({ status: 429, headers: { 'retry-after': '17' } }))
    const mailer = microsoftMailer({
      graphUrl: peer.url,
      mailbox: null,
      token: async () => 'token',
    })
    expect(await mailer.send(aMessage())).toMatchObject({ reason: 'REJECTED', retryAfter: '17' })
  })

  test('whose sign-in cannot be reached is a matter of the network', async () => {
    const url = `http://127.0.0.1:${await closedPort()}`
    const mailer = microsoftMailer({
      graphUrl: url,
      mailbox: 'a@b.example',
      token: appTokens(app(url)),
    })
    expect(await mailer.send(aMessage())).toMatchObject({ ok: false, reason: 'REFUSED' })
  })

  test.each([
    [403, 'AUTH_FAILED', false],
    [400, 'REJECTED', true],
    [429, 'REJECTED', false],
  ])('Graph that answers %i means %s', async (status, reason, permanent) => {
    const peer = await microsoftStandIn(tenant)
    peer.next.graph = status
    peer.tokens.add('token')
    const mailer = microsoftMailer({
      graphUrl: peer.url,
      mailbox: null,
      token: async () => 'token',
    })
    expect(await mailer.send(aMessage())).toMatchObject({ reason, permanent, code: status })
  })
})

test.each([
  'https://mail.example.com/a/path',
  'https://user:word@mail.example.com/',
  'https://mail.example.com:8443',
  'https://[2001:db8::1]',
  'https://mail.example.com?x=$&',
])('a provider address such as %s is read as its origin, and no mailer throws', async (address) => {
  const read = readEnv({ SENDGRID_API_URL: address, MICROSOFT_LOGIN_URL: address })
  if (!read.ok) return expect(read.faults[0]).toContain('SENDGRID_API_URL')
  const { SENDGRID_API_URL: url, MICROSOFT_LOGIN_URL: loginUrl } = read.env
  expect(url).toBe(new URL(address).origin)
  const app = { clientId: 'c', clientSecret: 's', tenantId: '..', loginUrl, graphUrl: url }
  sendgridMailer({ apiKey: 'k', url }).close()
  microsoftMailer({ graphUrl: url, mailbox: null, token: appTokens(app) }).close()
  expect(new URL(consentAddress(app, { callbackUrl: url, state: 's', verifier: 'v' })).origin).toBe(
    url,
  )
})
