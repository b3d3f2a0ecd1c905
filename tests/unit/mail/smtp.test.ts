import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { withPlainDomain } from '#src/forms/email-address.ts'
import { newFolder } from '../../support/folder.ts'
import { aMessage, far, mailerTo, oddAddresses, toAndFrom } from '../../support/mail/emails.ts'
import { closedPort, dropsAfterData, rawPeer, smtpServer } from '../../support/mail/smtp-server.ts'

const certificate = selfSigned('localhost')

describe('an email by SMTP', () => {
  test('arrives with the names, texts and headers it was given', async () => {
    const server = await smtpServer()
    const delivery = await mailerTo(server.port).send(aMessage())
    expect(delivery).toMatchObject({ ok: true })
    const [email] = server.arrived
    expect(email).toMatchObject({ from: 'accounts@example.com', to: ['jo@example.com'] })
    expect(email?.mail).toMatchObject({
      messageId: '<email.1.abc@accounts.example.com>',
      from: { name: 'Example Supplies', address: 'accounts@example.com' },
      to: [{ name: 'Jo Example', address: 'jo@example.com' }],
      replyTo: [{ address: 'sales@example.com' }],
      subject: 'A subject, £5 – ünïcode',
    })
    expect(email?.mail.text?.trim()).toBe('Hello')
    expect(email?.raw).toContain('Auto-Submitted: auto-generated')
    expect(delivery.log).toEqual([
      'Resolving localhost',
      `Connecting to localhost:${server.port}`,
      'Not encrypted: the server offers no encryption and is on a private network',
      'Authenticated',
      expect.stringMatching(/^Accepted: 250 /),
    ])
  })

  test.each(oddAddresses)('goes to, from and back to %s', async (address) => {
    const server = await smtpServer()
    expect(await mailerTo(server.port).send(toAndFrom(address))).toMatchObject({ ok: true })
    const [email] = server.arrived
    // the stand-in decodes domains
    expect([email?.from, ...(email?.to ?? [])].map((to = '') => withPlainDomain(to))).toEqual([
      address,
      address,
    ])
    expect(email?.mail).toMatchObject({
      from: { name: 'Example Supplies, R&D', address },
      to: [{ name: 'Jo "R&D" Example; Ltd', address }],
      replyTo: [{ address }],
    })
  })

  test('uses one connection for several emails', async () => {
    const server = await smtpServer()
    const mailer = mailerTo(server.port)
    for (let n = 0; n < 5; n += 1) expect((await mailer.send(aMessage())).ok).toBe(true)
    expect(server.arrived).toHaveLength(5)
    expect(server.connections()).toBe(1)
  })
})

describe('encryption', () => {
  const tls = { ...certificate, hideSTARTTLS: false }

  test('is used when it is offered; on a private network, a certificate nobody knows is accepted and logged', async () => {
    const server = await smtpServer(tls)
    const { ok, log } = await mailerTo(server.port).send(aMessage())
    expect(ok).toBe(true)
    expect(log).toContain('Encrypted')
    expect(log.join()).toContain('The certificate could not be verified')
  })

  test.each([
    ['required', { requireTls: true }, {}],
    ['of a far server', {}, { findPeer: far }],
  ])('%s must verify', async (_, settings, around) => {
    const server = await smtpServer(tls)
    const { ok, log } = await mailerTo(server.port, settings, around).send(aMessage())
    expect({ ok, last: log.at(-1) }).toMatchObject({
      ok: false,
      last: expect.stringMatching(/^NOT_VERIFIED/),
    })
    expect(server.signIns).toEqual([])
    const known = { ...around, ca: [certificate.cert] }
    expect((await mailerTo(server.port, settings, known).send(aMessage())).ok).toBe(true)
  })

  test('with a certificate of another name fails', async () => {
    const server = await smtpServer(tls)
    const mailer = mailerTo(
      server.port,
      { requireTls: true, host: 'mail.example.com' },
      { ca: [certificate.cert] },
    )
    expect(await mailer.send(aMessage())).toMatchObject({ ok: false, reason: 'NOT_VERIFIED' })
  })

  test('direct, on a port of its own, works', async () => {
    const server = await smtpServer({ ...certificate, secure: true })
    const mailer = mailerTo(server.port, { secure: true }, { ca: [certificate.cert] })
    const { ok, log } = await mailer.send(aMessage())
    expect(ok).toBe(true)
    expect(log).toContain('Encrypted')
    expect(await mailerTo(server.port, { secure: true }).send(aMessage())).toMatchObject({
      reason: 'NOT_VERIFIED',
    })
  })

  test('that is missing stops the email when it is required, and the password far away', async () => {
    const server = await smtpServer()
    for (const mailer of [
      mailerTo(server.port, { requireTls: true }),
      mailerTo(server.port, {}, { findPeer: far }),
    ])
      expect(await mailer.send(aMessage())).toMatchObject({ ok: false, reason: 'NOT_ENCRYPTED' })
    expect(server.signIns).toEqual([])
  })
})

describe('a server that fails', () => {
  test('by refusing the connection', async () => {
    const mailer = mailerTo(await closedPort())
    expect(await mailer.send(aMessage())).toMatchObject({ ok: false, reason: 'REFUSED' })
  })

  test('by refusing the sign-in: its words are shown, the password is not', async () => {
    const server = await smtpServer()
    server.answer.auth = false
    const delivery = await mailerTo(server.port).send(aMessage())
    expect(delivery).toMatchObject({ reason: 'AUTH_FAILED', code: 535, permanent: false })
    expect(delivery.log.join('\n')).toContain('The server said: 535')
    expect(delivery.log.join('\n')).not.toContain('canary-password')
  })

  test.each([
    ['rcpt', 550, true],
    ['rcpt', 451, false],
    ['data', 554, true],
    ['data', 452, false],
  ] as const)('by answering %s with %i', async (step, code, permanent) => {
    const server = await smtpServer()
    server.answer[step] = code
    const delivery = await mailerTo(server.port).send(aMessage())
    expect(delivery).toMatchObject({ ok: false, reason: 'REJECTED', code, permanent })
    expect(delivery.log.at(-1)).toBe(`REJECTED ${code}: The server rejected the message`)
  })

  test('by hanging up after the message: nobody tries again behind our back', async () => {
    const peer = await rawPeer(dropsAfterData)
    expect(await mailerTo(peer.port).send(aMessage())).toMatchObject({ reason: 'DROPPED' })
    expect(peer.heard().match(/^DATA/gm)).toHaveLength(1)
  })

  test('by never answering', async () => {
    const peer = await rawPeer(() => {})
    const delivery = await mailerTo(peer.port, {}, { timeoutMs: 300 }).send(aMessage())
    expect(delivery).toMatchObject({ ok: false, reason: 'TIMEOUT' })
  })

  test.each(['SSH-2.0-Internal_secret-banner\r\n', '+OK POP3 internal-secret\r\n'])(
    'by not being a mail server: none of its words come back',
    async (banner) => {
      const peer = await rawPeer((socket) => socket.write(banner))
      const delivery = await mailerTo(peer.port).send(aMessage())
      expect(delivery).toMatchObject({ ok: false, reason: 'NOT_SMTP' })
      expect(delivery.log.join('\n')).not.toMatch(/secret|Bad Request|POP3/i)
    },
  )
})

/** A certificate that nobody knows, for a host name, with its key; made by the system's openssl. */
function selfSigned(host: string): { key: string; cert: string } {
  const folder = newFolder()
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
  const words = [
    ...['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', `/CN=${host}`],
    ...['-addext', `subjectAltName=DNS:${host}`, '-keyout', key, '-out', cert],
  ]
  execFileSync('openssl', words, { stdio: 'ignore' })
  return { key: readFileSync(key, 'utf8'), cert: readFileSync(cert, 'utf8') }
}
