import type { Socket } from 'node:net'
import { createTransport } from 'nodemailer'
import { type Delivery, failed, type Mailer, MailFault, messageTime } from '#src/mail/mailer.ts'
import { mimeFields } from '#src/mail/mime-fields.ts'
import { openSmtp, type SmtpPeer } from './handshake.ts'
import { redactReply } from './redact-reply.ts'

export type SmtpSettings = {
  host: string
  port: number
  secure: boolean
  requireTls: boolean
  user: string
  password: string
}

/** Resolves and checks the addresses of a host; `src/security` decides which may be used. */
export type FindPeer = (
  host: string,
  port: number,
) => Promise<
  | { ok: true; addresses: string[]; local: boolean }
  | { ok: false; reason: 'DNS_FAILED' | 'NOT_ALLOWED' }
>

type SocketTaker = (
  error: Error | null,
  socket: false | { connection: Socket; secured: boolean },
) => void

/** Sends by SMTP over connections that are kept for a while; `helloName` is our name in the greeting. */
export function smtpMailer(
  settings: SmtpSettings,
  { findPeer, helloName, ca }: { findPeer: FindPeer; helloName: string; ca: string[] | null },
): Mailer {
  const { host, port, user, password } = settings
  let log: string[] = []
  const pool = createTransport({
    pool: true,
    host,
    port,
    name: helloName,
    auth: { user, pass: password },
    getSocket: (_options: unknown, done: SocketTaker) => {
      dial().then(
        (connection) => done(null, { connection, secured: 'encrypted' in connection }),
        (error) => done(error instanceof Error ? error : new MailFault('DROPPED'), false),
      )
    },
    // the handshake before has encrypted already, or decided that it need not
    ignoreTLS: true,
    maxConnections: 2,
    maxMessages: 50,
    // a second try is the outbox's business: only it knows whether the email may go twice
    maxRequeues: 0,
    idleTimeout: 20_000,
    connectionTimeout: 25_000,
    greetingTimeout: 10_000,
    socketTimeout: 20_000,
    disableFileAccess: true,
    disableUrlAccess: true,
  })

  return {
    async send(message) {
      log = []
      try {
        const { response } = await pool.sendMail({
          ...mimeFields(message),
          signal: AbortSignal.timeout(messageTime),
        })
        log.push('Authenticated', `Accepted: ${redactReply(response, [user, password])}`)
        return { ok: true, log } satisfies Delivery
      } catch (error) {
        return failed(faultOf(error), [...log, ...replyIn(error)])
      }
    },
    close: () => pool.close({ force: true }),
  }

  async function dial(): Promise<Socket> {
    const logLine = (line: string) => log.push(line)
    logLine(`Resolving ${host}`)
    const found = await findPeer(host, port)
    if (!found.ok) throw new MailFault(found.reason)
    const peer: SmtpPeer = { ...settings, ...found, ca }
    return openSmtp(peer, helloName, logLine)
  }

  /** The server's own words: by now it has greeted and answered EHLO, so that it is a mail server. */
  function replyIn(error: unknown): string[] {
    const { response, command } = error as { response?: string; command?: string }
    const begun = command && !['CONN', 'API', 'EHLO', 'HELO'].includes(command)
    return begun && response ? [`The server said: ${redactReply(response, [user, password])}`] : []
  }
}

/** Only a reply to the recipient or the content is the email's fault; any other is the server's or the settings'. */
function faultOf(error: unknown): MailFault {
  if (error instanceof MailFault) return error
  const { code, responseCode, command, name } = error as {
    code?: string
    responseCode?: number
    command?: string
    name?: string
  }
  if (code === 'ETIMEDOUT' || /Abort|Timeout/.test(`${name} ${code}`))
    return new MailFault('TIMEOUT')
  if (code === 'EAUTH') return new MailFault('AUTH_FAILED', responseCode || undefined)
  if (responseCode) {
    const ofEmail = command === 'RCPT TO' || command === 'DATA'
    return new MailFault('REJECTED', responseCode, ofEmail && responseCode >= 500)
  }
  return new MailFault(
    code === 'EPROTOCOL' ? 'NOT_SMTP' : code === 'ETLS' ? 'TLS_FAILED' : 'DROPPED',
  )
}
