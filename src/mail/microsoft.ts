import { createTransport } from 'nodemailer'
import { failed, letterHeaders, type Mailer, MailFault, type Message } from './mailer.ts'
import { webRequest } from './web.ts'

/**
 * Sends through Microsoft Graph as MIME, so that the letter is the same as by SMTP. `mailbox` is whose mail it is:
 * an address with an application's own token, or `null` for the person who connected. `token` hands out a token that
 * works now, and throws `MailFault`.
 */
export function microsoftMailer({
  graphUrl,
  mailbox,
  token,
}: {
  graphUrl: string
  mailbox: string | null
  token: (say: (line: string) => void) => Promise<string>
}): Mailer {
  const sender = mailbox === null ? 'me' : `users/${encodeURIComponent(mailbox)}`
  const closing = new AbortController()
  return {
    async send(message) {
      const log: string[] = []
      try {
        const bearer = await token((line) => log.push(line))
        log.push('Authenticated', `Connecting to ${new URL(graphUrl).host}`)
        const { status } = await webRequest(`${graphUrl}/v1.0/${sender}/sendMail`, {
          method: 'POST',
          headers: { authorization: `Bearer ${bearer}`, 'content-type': 'text/plain' },
          body: (await mimeOf(message)).toString('base64'),
          signal: closing.signal,
        })
        if (status !== 202) throw faultOf(status)
        log.push(`Accepted: ${status}`)
        return { ok: true, log }
      } catch (error) {
        return failed(error, log)
      }
    },
    close: () => closing.abort(),
  }
}

/** 400 and 413 speak of this letter; 401 and 403 of the right to send. */
function faultOf(status: number): MailFault {
  if (status === 401 || status === 403) return new MailFault('AUTH_FAILED', status)
  return new MailFault('REJECTED', status, status === 400 || status === 413)
}

const composer = createTransport({
  streamTransport: true,
  buffer: true,
  newline: 'windows',
  disableFileAccess: true,
  disableUrlAccess: true,
})

async function mimeOf({ messageId, from, to, replyTo, ...content }: Message): Promise<Buffer> {
  const { message } = await composer.sendMail({
    messageId,
    from,
    to: [to],
    ...(replyTo && { replyTo: { name: '', address: replyTo } }),
    ...content,
    headers: letterHeaders,
  })
  return message as Buffer
}
