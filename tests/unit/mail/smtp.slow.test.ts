import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import type { Socket } from 'node:net'
import { join } from 'node:path'
import { describe, expect, test, vi } from 'vitest'
import { withPlainDomain } from '#src/forms/email-address.ts'
import { MailFault } from '#src/mail/mailer.ts'
import { newFolder } from '../../support/folder.ts'
import { aMessage, far, mailerTo, oddAddresses, toAndFrom } from '../../support/mail/emails.ts'
import {
  closedPort,
  dropsAfterData,
  rawPeer,
  smtpServer,
  speaks,
} from '../../support/mail/smtp-server.ts'

const certificate = selfSigned('localhost')

describe('an email by SMTP', () => {
  test('delivers an email with the names, texts and headers it was given', async () => {
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
      'Connected',
      'The server has greeted',
      'Not encrypted: the server offers no encryption and is on a private network',
      'Authenticated',
      'Message sent, waiting for the server to confirm it',
      expect.stringMatching(/^Accepted: 250 /),
    ])
  })

  test.each(oddAddresses)('sends an email to, from and back to %s', async (address) => {
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

  test('encrypts when it is offered, and accepts and logs an unknown certificate on a private network', async () => {
    const server = await smtpServer(tls)
    const { ok, log } = await mailerTo(server.port).send(aMessage())
    expect(ok).toBe(true)
    expect(log).toContain('Encrypted')
    expect(log.join()).toContain('The certificate could not be verified')
  })

  test.each([
    ['required', { requireTls: true }, {}],
    ['of a far server', {}, { findPeer: far }],
  ])('verifies the certificate when encryption is %s', async (_, settings, around) => {
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

  test('fails on a certificate of another name', async () => {
    const server = await smtpServer(tls)
    const mailer = mailerTo(
      server.port,
      { requireTls: true, host: 'mail.example.com' },
      { ca: [certificate.cert] },
    )
    expect(await mailer.send(aMessage())).toMatchObject({ ok: false, reason: 'NOT_VERIFIED' })
  })

  test('encrypts directly on a port of its own', async () => {
    const server = await smtpServer({ ...certificate, secure: true })
    const mailer = mailerTo(server.port, { secure: true }, { ca: [certificate.cert] })
    const { ok, log } = await mailer.send(aMessage())
    expect(ok).toBe(true)
    expect(log).toContain('Encrypted')
    expect(await mailerTo(server.port, { secure: true }).send(aMessage())).toMatchObject({
      reason: 'NOT_VERIFIED',
    })
  })

  test('stops the email when required encryption is missing, and sends no password far away', async () => {
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
  test('reports a server that refuses the connection', async () => {
    const mailer = mailerTo(await closedPort())
    expect(await mailer.send(aMessage())).toMatchObject({ ok: false, reason: 'REFUSED' })
  })

  test('shows the words of a server that refuses the sign-in, but not the password', async () => {
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
  ] as const)('reports a server that answers %s with %i', async (step, code, permanent) => {
    const server = await smtpServer()
    server.answer[step] = code
    const delivery = await mailerTo(server.port).send(aMessage())
    expect(delivery).toMatchObject({ ok: false, reason: 'REJECTED', code, permanent })
    expect(delivery.log.at(-1)).toBe(`REJECTED ${code}: The server rejected the message`)
  })

  test('tries no second time when the server hangs up after the message', async () => {
    const peer = await rawPeer(dropsAfterData)
    expect(await mailerTo(peer.port).send(aMessage())).toMatchObject({ reason: 'UNCONFIRMED' })
    expect(peer.heard().match(/^DATA/gm)).toHaveLength(1)
  })

  test.each([
    ['to the connection', { greeting: null }],
    ['to EHLO', { EHLO: null }],
    ['to AUTH', { AUTH: null }],
    ['to the sender', { MAIL: null }],
    ['to the recipient', { RCPT: null }],
    ['to DATA', { DATA: null }],
    // each part of it within the time
    ['but by a line that never ends', { MAIL: drips }],
  ])('gives up on a server that never answers %s', async (_, replies) => {
    const peer = await rawPeer(speaks(replies))
    const delivery = await mailerTo(peer.port, {}, { times: { reply: 200 } }).send(aMessage())
    expect(delivery).toMatchObject({ ok: false, reason: 'TIMEOUT' })
  })

  test('gives up on a message that is never confirmed, which may have arrived, after its own time', async () => {
    const peer = await rawPeer(speaks({ message: null }))
    const times = { reply: 60_000, confirmation: 200 }
    const delivery = await mailerTo(peer.port, {}, { times }).send(aMessage())
    expect(delivery).toMatchObject({ ok: false, reason: 'UNCONFIRMED' })
    expect(delivery.log.at(-2)).toBe('Message sent, waiting for the server to confirm it')
  })

  test('gives a slow server new time for each step, and more for the confirmation', async () => {
    const later = (words: string) => (_: string, socket: Socket) => {
      setTimeout(() => socket.write(`${words}\r\n`), 150)
      return null
    }
    const peer = await rawPeer(
      speaks({ greeting: later('220 mail'), EHLO: later('250 mail'), message: later('250 ok') }),
    )
    const times = { reply: 250, confirmation: 60_000 }
    expect(await mailerTo(peer.port, {}, { times }).send(aMessage())).toMatchObject({ ok: true })
  })

  test.each([
    ['before the message', { EHLO: null }, 'TIMEOUT'],
    ['after the message', { message: null }, 'UNCONFIRMED'],
  ])('stops a conversation that is broken off %s', async (_, replies, reason) => {
    const peer = await rawPeer(speaks(replies))
    const stop = new AbortController()
    const sending = mailerTo(peer.port).send(aMessage(), { signal: stop.signal })
    await vi.waitFor(() => expect(peer.heard()).toMatch('EHLO' in replies ? /EHLO/ : /^\.\r$/m))
    stop.abort()
    expect(await sending).toMatchObject({ ok: false, reason })
  })

  test('reports what has happened so far when a person stops waiting', async () => {
    const peer = await rawPeer(speaks({ greeting: null }))
    const stop = new AbortController()
    const sending = mailerTo(peer.port).send(aMessage(), { signal: stop.signal })
    setTimeout(() => stop.abort(new MailFault('NO_ANSWER_YET')), 200)
    const { log, ...delivery } = await sending
    expect(delivery).toMatchObject({ ok: false, reason: 'NO_ANSWER_YET' })
    expect(log.slice(0, 3)).toEqual([
      'Resolving localhost',
      `Connecting to localhost:${peer.port}`,
      'Connected',
    ])
  })

  test.each(['SSH-2.0-Internal_secret-banner\r\n', '+OK POP3 internal-secret\r\n'])(
    'repeats no words of a server that is no mail server',
    async (banner) => {
      const peer = await rawPeer((socket) => socket.write(banner))
      const delivery = await mailerTo(peer.port).send(aMessage())
      expect(delivery).toMatchObject({ ok: false, reason: 'NOT_SMTP' })
      expect(delivery.log.join('\n')).not.toMatch(/secret|Bad Request|POP3/i)
    },
  )
})

describe('what a refusal concerns', () => {
  const email = { isOfEmail: true }
  const provider = { isOfEmail: false, permanent: false }
  test.each([
    ['a recipient who is greylisted, this email', { RCPT: '451 4.7.1 Greylisted' }, email],
    ['a full mailbox, this email', { RCPT: '452 4.2.2 Over quota' }, email],
    ['content that is greylisted, this email', { message: '451 4.7.1 Try again' }, email],
    ['content that is refused, this email', { message: '554 5.6.0 No' }, email],
    ['421 to the recipient, the server', { RCPT: '421 4.3.2 Going away' }, provider],
    ['421 to the message, the server', { message: '421 4.3.2 Going away' }, provider],
    ['a full disk, the server', { message: '452 4.3.1 No space' }, provider],
    ['a sender who is refused, the server', { MAIL: '550 5.7.1 Not yours' }, provider],
    ['a sign-in that is put off, the server', { AUTH: '454 4.7.0 Later' }, provider],
    ['a greeting of 421, the server', { greeting: '421 4.3.2 Busy' }, provider],
  ])('tells what a refusal concerns: %s', async (_, replies, scope) => {
    const peer = await rawPeer(speaks(replies))
    expect(await mailerTo(peer.port).send(aMessage())).toMatchObject({ ok: false, ...scope })
  })

  test('tells what a refusal concerns when the server accepts several commands at once', async () => {
    const EHLO = '250-mail\r\n250-AUTH PLAIN\r\n250 PIPELINING'
    const peer = await rawPeer(speaks({ EHLO, RCPT: '451 4.7.1 Greylisted', DATA: '503 no' }))
    const delivery = await mailerTo(peer.port).send(aMessage())
    expect(delivery).toMatchObject({ reason: 'REJECTED', code: 451, isOfEmail: true })
  })
})

describe('the log of a conversation', () => {
  test.each([
    ['no sign-in where none is offered', { EHLO: '250 mail' }, {}, /Authenticated/],
    ['nothing of encryption before the greeting', { greeting: '421 Busy' }, {}, /ncrypt/],
    ['nothing of encryption at a refused EHLO', { EHLO: '554 No', AUTH: null }, {}, /ncrypt/],
    ['nothing of hosts of a local server', { EHLO: '250-mail\r\n250 STARTTLS' }, {}, /SMTP_LOCAL/],
    [
      'no encryption that was only offered',
      { EHLO: '250-mail\r\n250 STARTTLS' },
      {},
      /^Encrypted/m,
    ],
  ])('logs only what has happened: %s', async (_, replies, settings, untrue) => {
    const peer = await rawPeer(speaks(replies))
    const mailer = mailerTo(peer.port, settings, { times: { reply: 300 } })
    expect((await mailer.send(aMessage())).log.join('\n')).not.toMatch(untrue)
  })

  test('logs that the password was not sent to a server that asks for none', async () => {
    const peer = await rawPeer(speaks({ EHLO: '250 mail' }))
    const { ok, log } = await mailerTo(peer.port).send(aMessage())
    expect(ok).toBe(true)
    expect(log).toContain('Not signed in: the server does not offer it, the password was not sent')
    expect(peer.heard()).not.toContain('AUTH')
  })

  test('logs that STARTTLS was offered and refused, with the words of the server', async () => {
    const peer = await rawPeer(speaks({ EHLO: '250-mail\r\n250 STARTTLS' }))
    const { log, ...delivery } = await mailerTo(peer.port).send(aMessage())
    expect(delivery).toMatchObject({ reason: 'TLS_REFUSED', code: 454 })
    expect(log).toContain('The server said: 454 4.7.0 not now')
  })

  test.each([
    ['LOGIN', 3],
    ['PLAIN', 1],
    ['CRAM-MD5', 2],
  ])('logs no secret of a server that repeats each line of AUTH %s', async (method, lines) => {
    const heard: string[] = []
    const AUTH = (line: string) => {
      heard.push(line)
      if (heard.length < lines) return '334 PDEyM0BtYWlsPg=='
      return `535-you said\r\n535 ${heard.join(' and ')}`
    }
    const peer = await rawPeer(speaks({ EHLO: `250-mail\r\n250 AUTH ${method}`, AUTH }))
    const { log } = await mailerTo(peer.port).send(aMessage())
    const sent = heard.flatMap((line) => line.split(' ')).filter((word) => word.length > 10)
    expect(sent.length).toBeGreaterThan(0)
    for (const word of sent) expect(log.join('\n')).not.toContain(word)
  })
})

/** A reply whose lines never end. */
function drips(_line: string, socket: Socket): null {
  const timer = setInterval(() => socket.write('250-'), 50)
  socket.on('close', () => clearInterval(timer))
  return null
}

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
