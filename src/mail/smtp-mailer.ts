import { once } from 'node:events'
import { connect, isIP, type Socket } from 'node:net'
import { type ConnectionOptions, checkServerIdentity } from 'node:tls'
import { createTransport } from 'nodemailer'
import type { checkEgress } from '#src/security/egress.ts'
import { failed, type Mailer, MailFault, mimeFields } from './mailer.ts'
import { redactReply } from './redact-reply.ts'
import {
  beginConversation,
  type Conversation,
  type Line,
  newLine,
  type SmtpTimes,
  smtpTimes,
  wireLogger,
} from './smtp-conversation.ts'

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
  times?: Partial<SmtpTimes>
}

type Dialled = { connection: Socket; requireTLS: boolean; tls: ConnectionOptions }

/**
 * Sends to checked addresses only. Without both TLS boxes, only a local server may skip verified encryption, because
 * the password is sent next.
 */
export function smtpMailer(settings: SmtpSettings, context: SmtpContext): Mailer {
  const { host, port, secure, user, password } = settings
  const { findPeer, helloName, ca } = context
  const times = { ...smtpTimes, ...context.times }
  let line: Line | null = null
  let conversation: Conversation | null = null
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
        (wire) => done(null, wire),
        (error) => done(error instanceof Error ? error : new MailFault('DROPPED'), false),
      )
    },
    logger: wireLogger(settings, times, () => ({ line, conversation })),
    transactionLog: true,
    // the previous connection may still be closing
    maxConnections: 2,
    maxMessages: 50,
    // only the outbox knows whether the email may be sent twice
    maxRequeues: 0,
    maxResponseSize: 64 * 1024,
    idleTimeout: 20_000,
    // covers the greeting, EHLO, STARTTLS and the handshake; each step also has its own time
    connectionTimeout: times.connection + 4 * times.reply,
    greetingTimeout: times.reply,
    socketTimeout: times.data + times.confirmation,
    disableFileAccess: true,
    disableUrlAccess: true,
  })

  return {
    async send(message, watch = {}) {
      const current = beginConversation(watch, times)
      conversation = current
      const { log, signal } = current
      try {
        const { response } = await pool.sendMail({ ...mimeFields(message), signal })
        return { ok: true, log: [...log, `Accepted: ${redacted(response)}`] }
      } catch (error) {
        const broken = watch.signal?.reason
        const fault = broken instanceof MailFault ? broken : faultOf(error, line, current)
        return failed(fault, [...log, ...explained(fault), ...replyIn(error)])
      } finally {
        current.end()
        conversation = null
      }
    },
    close: () => pool.close({ force: true }),
  }

  async function dial(): Promise<Dialled> {
    conversation?.log.push(`Resolving ${host}`)
    const peer = await findPeer(host, port)
    if (!peer.ok) throw new MailFault(peer.reason)
    const mustVerify = secure || settings.requireTls || !peer.local
    const wire = newLine(peer.local, line)
    line = wire
    conversation?.log.push(`Connecting to ${host}:${port}`)
    const connection = await connectTo(peer.addresses, port, times.connection)
    conversation?.log.push('Connected')
    conversation?.wait(times.reply)
    return {
      connection,
      requireTLS: mustVerify && !secure,
      tls: {
        ...(isIP(host) === 0 && { servername: host }),
        ...(ca && { ca }),
        rejectUnauthorized: mustVerify,
        minVersion: 'TLSv1.2',
        // called only once the certificate itself is valid
        checkServerIdentity: (name, certificate) => {
          const fault = checkServerIdentity(name, certificate)
          wire.isVerified = fault === undefined
          return fault
        },
      },
    }
  }

  function explained({ reason }: MailFault): string[] {
    if (reason !== 'NOT_ENCRYPTED' && reason !== 'NOT_VERIFIED') return []
    if (secure || settings.requireTls || line?.isLocal) return []
    return [
      'Without verified encryption the password is sent only to this machine, to a private IP address entered as SMTP host, and to the names in SMTP_LOCAL_HOSTS',
    ]
  }

  /** Returns the server's own reply, once it has greeted and answered EHLO. */
  function replyIn(error: unknown): string[] {
    const { response, command } = error as { response?: string; command?: string }
    const hasBegun = command && !['CONN', 'API', 'EHLO', 'HELO'].includes(command)
    return hasBegun && response ? [`The server said: ${redacted(response)}`] : []
  }

  function redacted(reply: string): string {
    return redactReply(reply, { user, password }, line?.answers)
  }
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
  /** The code of the system or of TLS, which `code` hides. */
  originalCode?: string
  responseCode?: number
  response?: string
  command?: string
  name?: string
}

function faultOf(error: unknown, line: Line | null, conversation: Conversation): MailFault {
  if (error instanceof MailFault) return error
  const { code, originalCode = '', responseCode, response, command, name } = error as SmtpError
  if (conversation.isHandedOver() && !responseCode) return new MailFault('UNCONFIRMED')
  if (code === 'ETIMEDOUT' || /Abort|Timeout/.test(`${name} ${code}`))
    return new MailFault('TIMEOUT')
  if (/CERT|ISSUER|SELF_SIGNED|VERIFY/.test(originalCode)) return new MailFault('NOT_VERIFIED')
  if (/SSL|TLS|EPROTO$/.test(originalCode)) return new MailFault('TLS_FAILED')
  if (code === 'ETLS' && responseCode)
    return line?.offersStartTls
      ? new MailFault('TLS_REFUSED', responseCode)
      : new MailFault('NOT_ENCRYPTED')
  if (code === 'ETLS') return new MailFault('TLS_FAILED')
  if (code === 'EAUTH') return new MailFault('AUTH_FAILED', responseCode || undefined)
  if (responseCode && /^(CONN|EHLO|HELO)$/.test(command ?? ''))
    return new MailFault('REFUSED', responseCode)
  if (responseCode) return new MailFault('REJECTED', responseCode, scopeOf(command, response ?? ''))
  return new MailFault(code === 'EPROTOCOL' ? 'NOT_SMTP' : 'DROPPED')
}

/**
 * A reply to the recipient or the content is about this email, unless the server is closing (421) or reports a fault
 * of its own system (452, x.3.x).
 */
function scopeOf(command: string | undefined, reply: string) {
  const isOfEmail =
    !reply.startsWith('421') &&
    (command === 'RCPT TO' || (command === 'DATA' && !/^(452|4\d\d[ -]4\.3\.)/.test(reply)))
  return { isOfEmail, permanent: isOfEmail && reply.startsWith('5') }
}
