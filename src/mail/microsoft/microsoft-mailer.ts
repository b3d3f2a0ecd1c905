import { createTransport } from 'nodemailer'
import { type HttpResponse, httpRequest } from '#src/mail/http/http-client.ts'
import { failed, type Mailer, MailFault, type Message, messageTime } from '#src/mail/mailer.ts'
import { mimeFields } from '#src/mail/mime-fields.ts'

/** Hands out an access token; never again the one that was `refused`, whatever its expiry says. Throws `MailFault`. */
export type TokenSource = (logLine: (line: string) => void, refused?: string) => Promise<string>

/**
 * Sends through Microsoft Graph as MIME, so that the email is the same as by SMTP. `mailbox` is whose mail it is:
 * an address with an application's own token, or `null` for the person who connected.
 */
export function microsoftMailer({
  graphUrl,
  mailbox,
  token,
}: {
  graphUrl: string
  mailbox: string | null
  token: TokenSource
}): Mailer {
  const sender = mailbox === null ? 'me' : `users/${encodeURIComponent(mailbox)}`
  const closing = new AbortController()
  return {
    async send(message) {
      const log: string[] = []
      try {
        const logLine = (line: string) => log.push(line)
        const post = await poster(message)
        const bearer = await token(logLine)
        logLine('Authenticated')
        logLine(`Connecting to ${new URL(graphUrl).host}`)
        let answer = await post(bearer)
        if (answer.status === 401 || answer.status === 403) {
          // revoked before its time, or from before a permission was granted
          logLine(
            `The access token was refused (${answer.status}): trying once more with a new one`,
          )
          answer = await post(await token(logLine, bearer))
        }
        if (answer.status !== 202) throw faultOf(answer)
        log.push(`Accepted: ${answer.status}`)
        return { ok: true, log }
      } catch (error) {
        return failed(error, log)
      }
    },
    close: () => closing.abort(),
  }

  /** One message, as often as it takes; all tries together have the time of one. */
  async function poster(message: Message): Promise<(bearer: string) => Promise<HttpResponse>> {
    const body = (await mimeOf(message)).toString('base64')
    const signal = AbortSignal.any([closing.signal, AbortSignal.timeout(messageTime)])
    return async (bearer) => {
      const headers = { authorization: `Bearer ${bearer}`, 'content-type': 'text/plain' }
      const url = `${graphUrl}/v1.0/${sender}/sendMail`
      return httpRequest(url, { method: 'POST', headers, body, signal })
    }
  }
}

/** 400 and 413 are the fault of this email; 401 and 403 of the permission to send. */
function faultOf({ status, headers }: HttpResponse): MailFault {
  if (status === 401 || status === 403) return new MailFault('AUTH_FAILED', status)
  const isOfEmail = status === 400 || status === 413
  return new MailFault('REJECTED', status, isOfEmail, headers['retry-after'])
}

const composer = createTransport({
  streamTransport: true,
  buffer: true,
  newline: 'windows',
  disableFileAccess: true,
  disableUrlAccess: true,
})

async function mimeOf(email: Message): Promise<Buffer> {
  const { message } = await composer.sendMail(mimeFields(email))
  return message as Buffer
}
