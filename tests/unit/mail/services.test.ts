import PostalMime from 'postal-mime'
import { describe, expect, test, vi } from 'vitest'
import { MailFault } from '#src/mail/mailer.ts'
import { refreshTokens } from '#src/mail/microsoft-consent.ts'
import { appTokens, microsoftMailer } from '#src/mail/microsoft-mailer.ts'
import { sendgridMailer } from '#src/mail/sendgrid-mailer.ts'
import { aMessage, oddAddresses, toAndFrom } from '../../support/mail/emails.ts'
import { jsonPeer } from '../../support/mail/json-peer.ts'
import { microsoftStandIn } from '../../support/mail/microsoft-stand-in.ts'
import { sendgridStandIn } from '../../support/mail/sendgrid-stand-in.ts'
import { closedPort, rawPeer } from '../../support/mail/smtp-server.ts'

const tenant = 'tenant.example.com'

describe('SendGrid', () => {
  test('sends SendGrid the email from the configured address, with nothing that tracks its reader', async () => {
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

  test.each(oddAddresses)('sends SendGrid %s unchanged', async (address) => {
    const peer = await sendgridStandIn('SG.canary-key')
    const mailer = sendgridMailer({ apiKey: 'SG.canary-key', url: peer.url })
    expect(await mailer.send(toAndFrom(address))).toMatchObject({ ok: true })
    expect(JSON.parse(peer.asked[0]?.body ?? '')).toMatchObject({
      personalizations: [{ to: [{ email: address }] }],
      from: { email: address },
      reply_to: { email: address },
    })
  })

  test.each([
    [401, 'AUTH_FAILED', false],
    [400, 'REJECTED', true],
    [503, 'REJECTED', false],
    [302, 'DROPPED', false],
  ])('reads an answer of %i from SendGrid as %s', async (status, reason, permanent) => {
    const peer = await sendgridStandIn('SG.canary-key')
    peer.next.status = status
    const mailer = sendgridMailer({ apiKey: 'SG.canary-key', url: peer.url })
    const delivery = await mailer.send(aMessage())
    expect(delivery.ok).toBe(false)
    if (status !== 302) expect(delivery).toMatchObject({ reason, permanent, code: status })
    expect(JSON.stringify(delivery)).not.toContain('canary')
  })
})

describe('a service that takes the whole message', () => {
  const mailers = {
    SendGrid: (url: string) => sendgridMailer({ apiKey: 'SG.canary-key', url }),
    Graph: (url: string) =>
      microsoftMailer({ graphUrl: url, mailbox: null, token: async () => 'token' }),
  }
  const both = Object.entries(mailers)

  test.each(both)(
    'treats an email as perhaps sent when the service drops the connection: %s',
    async (_, mailer) => {
      const peer = await rawPeer((socket) => socket.on('data', () => socket.destroy()))
      const handedOver = vi.fn()
      const sending = mailer(`http://127.0.0.1:${peer.port}`)
      const delivery = await sending.send(aMessage(), { onHandedOver: handedOver })
      expect(delivery).toMatchObject({ ok: false, reason: 'UNCONFIRMED' })
      expect(handedOver).toHaveBeenCalled()
    },
  )

  test.each(both)(
    'treats an email as perhaps sent when the service says nothing until we stop: %s',
    async (_, mailer) => {
      const peer = await rawPeer(() => {})
      const stop = new AbortController()
      const sending = mailer(`http://127.0.0.1:${peer.port}`).send(aMessage(), {
        signal: stop.signal,
      })
      await vi.waitFor(() => expect(peer.heard()).toContain('POST'))
      stop.abort()
      expect(await sending).toMatchObject({ ok: false, reason: 'UNCONFIRMED' })
    },
  )

  test.each(both)(
    'treats an email as not sent that never reached the service: %s',
    async (_, mailer) => {
      const delivery = await mailer(`http://127.0.0.1:${await closedPort()}`).send(aMessage())
      expect(delivery).toMatchObject({ ok: false, reason: 'REFUSED' })
    },
  )

  test('lets a service whose sign-in hangs delay nobody who has stopped waiting', async () => {
    const mailer = microsoftMailer({
      ...{ graphUrl: 'http://127.0.0.1:1', mailbox: null },
      token: () => new Promise(() => {}),
    })
    const stop = new AbortController()
    const sending = mailer.send(aMessage(), { signal: stop.signal })
    stop.abort(new MailFault('NO_ANSWER_YET'))
    expect(await sending).toMatchObject({ ok: false, reason: 'NO_ANSWER_YET' })
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

  test('puts the whole email into the sender’s mailbox at Microsoft 365, with one token for several', async () => {
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

  test.each(oddAddresses)('sends to and from %s by Microsoft 365', async (address) => {
    const peer = await microsoftStandIn(tenant)
    const token = appTokens(app(peer.url))
    const mailer = microsoftMailer({ graphUrl: peer.url, mailbox: address, token })
    expect(await mailer.send(toAndFrom(address))).toMatchObject({ ok: true })
    expect(peer.emails[0]?.mailbox).toBe(`users/${address}`)
    const mail = await PostalMime.parse(peer.emails[0]?.mime ?? '')
    expect(mail).toMatchObject({ from: { address }, to: [{ address }], replyTo: [{ address }] })
  })

  test('says that Microsoft 365 does not know the secret, without repeating it', async () => {
    const peer = await microsoftStandIn('another')
    const token = appTokens(app(peer.url))
    const mailer = microsoftMailer({ graphUrl: peer.url, mailbox: 'a@example.com', token })
    const delivery = await mailer.send(aMessage())
    expect(delivery).toMatchObject({ ok: false, reason: 'AUTH_FAILED' })
    expect(JSON.stringify(delivery)).not.toContain('canary')
  })

  test.each([429, 503])(
    'treats a Microsoft 365 sign-in that answers %i as out of order, not as a refusal',
    async (status) => {
      const headers = { 'retry-after': '17' }
      const peer = await jsonPeer(() => ({ status, json: {}, headers }))
      const token = appTokens(app(peer.url))
      const mailer = microsoftMailer({ graphUrl: peer.url, mailbox: 'a@example.com', token })
      expect(await mailer.send(aMessage())).toMatchObject({ reason: 'DROPPED', retryAfter: '17' })
      await expect(refreshTokens(app(peer.url), 'r')).rejects.toThrow('DROPPED')
    },
  )

  test.each([
    [403, 'AUTH_FAILED', false],
    [400, 'REJECTED', true],
    [429, 'REJECTED', false],
  ])('reads an answer of %i from Graph as %s', async (status, reason, permanent) => {
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
