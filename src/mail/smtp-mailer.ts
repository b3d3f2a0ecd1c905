import { once } from 'node:events'
import { connect, isIP, type Socket } from 'node:net'
import { type ConnectionOptions, checkServerIdentity } from 'node:tls'
import { createTransport } from 'nodemailer'
import type { checkEgress } from '#src/security/egress.ts'
import { type Delivery, failed, type Mailer, MailFault, messageTime, mimeFields } from './mailer.ts'

export type SmtpSettings = {
  host: string
  port: number
  secure: boolean
  requireTls: boolean
  user: string
  password: string
}

export type FindPeer = (host: string, port: number) => ReturnType<typeof checkEgress>

type SmtpContext = {
  findPeer: FindPeer
  helloName: string
  ca: string[] | null
  /** Milliseconds for the connection, and for the greeting. */
  timeoutMs?: number
}

type Dialled = { connection: Socket; requireTLS: boolean; tls: ConnectionOptions }

type Line = { isEncrypted: boolean; isVerified: boolean }

/**
 * Pinned addresses. Only a local server with both TLS boxes off may skip verified encryption, because the password
 * follows.
 */
export function smtpMailer(settings: SmtpSettings, context: SmtpContext): Mailer {
  const { host, port, secure, user, password } = settings
  const { findPeer, helloName, ca, timeoutMs = 10_000 } = context
  let log: string[] = []
  let line: Line | null = null
  const silent = () => {}
  const pool = createTransport({
    pool: true,
    host,
    port,
    secure,
    name: helloName,
    auth: { user, pass: password },
    getSocket: (
      _options: unknown,
      done: (error: Error | null, dialled: Dialled | false) => void,
    ) => {
      dial().then(
        (dialled) => done(null, dialled),
        (error) => done(error instanceof Error ? error : new MailFault('DROPPED'), false),
      )
    },
    // the one way to hear that a connection was encrypted
    logger: {
      ...{
        level: silent,
        trace: silent,
        debug: silent,
        warn: silent,
        error: silent,
        fatal: silent,
      },
      info: (_entry: unknown, message: string, kind?: string) => {
        const isEncrypted = /upgraded with STARTTLS$/.test(message) || kind === 'Secure connection'
        if (line && isEncrypted) line.isEncrypted = true
      },
    },
    maxConnections: 2,
    maxMessages: 50,
    // a second try is the outbox's business: only it knows whether the email may go twice
    maxRequeues: 0,
    idleTimeout: 20_000,
    connectionTimeout: 25_000,
    greetingTimeout: timeoutMs,
    socketTimeout: 20_000,
    disableFileAccess: true,
    disableUrlAccess: true,
  })

  return {
    async send(message) {
      log = []
      line = null
      try {
        const { response } = await pool.sendMail({
          ...mimeFields(message),
          signal: AbortSignal.timeout(messageTime),
        })
        const accepted = `Accepted: ${redactReply(response, [user, password])}`
        return {
          ok: true,
          log: [...log, ...encryptionOf(line), 'Authenticated', accepted],
        } satisfies Delivery
      } catch (error) {
        const fault = faultOf(error)
        return failed(fault, [...log, ...explained(fault), ...replyIn(error)])
      }
    },
    close: () => pool.close({ force: true }),
  }

  async function dial(): Promise<Dialled> {
    log.push(`Resolving ${host}`)
    const peer = await findPeer(host, port)
    if (!peer.ok) throw new MailFault(peer.reason)
    const mustVerify = secure || settings.requireTls || !peer.local
    const dialled: Line = { isEncrypted: false, isVerified: false }
    line = dialled
    log.push(`Connecting to ${host}:${port}`)
    return {
      connection: await connectTo(peer.addresses, port, timeoutMs),
      requireTLS: mustVerify && !secure,
      tls: {
        ...(isIP(host) === 0 && { servername: host }),
        ...(ca && { ca }),
        rejectUnauthorized: mustVerify,
        minVersion: 'TLSv1.2',
        // asked only once the certificate itself holds
        checkServerIdentity: (name, certificate) => {
          const fault = checkServerIdentity(name, certificate)
          dialled.isVerified = fault === undefined
          return fault
        },
      },
    }
  }

  function explained({ reason }: MailFault): string[] {
    if (reason !== 'NOT_ENCRYPTED' && reason !== 'NOT_VERIFIED')
      return reason === 'AUTH_FAILED' || reason === 'REJECTED' ? encryptionOf(line) : []
    if (secure || settings.requireTls) return []
    return [
      'Without verified encryption the password is sent only to this machine, to a private IP address entered as SMTP host, and to the names in SMTP_LOCAL_HOSTS',
    ]
  }

  /** The server's own words, once it has greeted and answered EHLO. */
  function replyIn(error: unknown): string[] {
    const { response, command } = error as { response?: string; command?: string }
    const begun = command && !['CONN', 'API', 'EHLO', 'HELO', 'STARTTLS'].includes(command)
    return begun && response ? [`The server said: ${redactReply(response, [user, password])}`] : []
  }
}

function encryptionOf(line: Line | null): string[] {
  if (!line) return []
  if (!line.isEncrypted)
    return ['Not encrypted: the server offers no encryption and is on a private network']
  if (line.isVerified) return ['Encrypted']
  return [
    'Encrypted',
    'The certificate could not be verified; accepted, the server is on a private network',
  ]
}

async function connectTo(addresses: string[], port: number, timeoutMs: number): Promise<Socket> {
  const all = addresses.map((address) => ({ address, family: isIP(address) }))
  const [first] = all
  const socket = connect({
    host: 'pinned',
    port,
    autoSelectFamily: all.length > 1,
    lookup: (_host, options, done) =>
      options.all ? done(null, all) : done(null, first?.address ?? '', first?.family),
  })
  try {
    await once(socket, 'connect', { signal: AbortSignal.timeout(timeoutMs) })
    return socket
  } catch (error) {
    socket.on('error', () => {}).destroy()
    const { name, code } = error as NodeJS.ErrnoException
    throw new MailFault(name === 'AbortError' || code === 'ETIMEDOUT' ? 'TIMEOUT' : 'REFUSED')
  }
}

type SmtpError = {
  code?: string
  /** Of the system or of TLS, which `code` hides. */
  originalCode?: string
  responseCode?: number
  command?: string
  name?: string
}

/** Only a reply to the recipient or the content is the email's fault. */
function faultOf(error: unknown): MailFault {
  if (error instanceof MailFault) return error
  const { code, originalCode = '', responseCode, command, name } = error as SmtpError
  if (code === 'ETIMEDOUT' || /Abort|Timeout/.test(`${name} ${code}`))
    return new MailFault('TIMEOUT')
  if (/CERT|ISSUER|SELF_SIGNED|VERIFY/.test(originalCode)) return new MailFault('NOT_VERIFIED')
  if (/SSL|TLS|EPROTO$/.test(originalCode)) return new MailFault('TLS_FAILED')
  if (code === 'ETLS') return new MailFault(responseCode ? 'NOT_ENCRYPTED' : 'TLS_FAILED')
  if (code === 'EAUTH') return new MailFault('AUTH_FAILED', responseCode || undefined)
  if (responseCode) {
    const ofEmail = command === 'RCPT TO' || command === 'DATA'
    return new MailFault('REJECTED', responseCode, ofEmail && responseCode >= 500)
  }
  return new MailFault(code === 'EPROTOCOL' ? 'NOT_SMTP' : 'DROPPED')
}

const longest = 200

export function redactReply(text: string, secrets: string[]): string {
  const line = text.replace(/[^\x20-\x7e]+/g, ' ').trim()
  const hidden = secrets
    .filter((secret) => secret !== '')
    .flatMap((secret) => [secret, Buffer.from(secret).toString('base64')])
    .reduce(mask, line)
  return hidden.length > longest ? `${hidden.slice(0, longest)}...` : hidden
}

/** A user called "a" must not make the rest unreadable. */
function mask(words: string, secret: string): string {
  if (secret.length >= 4) return words.replaceAll(secret, '***')
  const word = secret.replace(/[^\w]/g, '\\$&')
  return words.replace(new RegExp(`(?<!\\w)${word}(?!\\w)`, 'g'), '***')
}
