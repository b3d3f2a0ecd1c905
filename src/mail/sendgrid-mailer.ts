import sendgrid from '@sendgrid/mail'
import { sendingError, sendingTime } from './http.ts'
import {
  type EmailAttachment,
  emailHeaders,
  failed,
  type Mailer,
  MailFault,
  type Message,
} from './mailer.ts'

/** The types of the package only describe its default service. */
type Package = { MailService: new () => typeof sendgrid & { client: Client } }

type Client = {
  setDefaultHeader: (name: string, value: string) => void
  setDefaultRequest: (name: string, value: unknown) => void
}

/** Uses a separate client, so that no other key or address can affect it. */
export function sendgridMailer({ apiKey, url }: { apiKey: string; url: string }): Mailer {
  const service = new (sendgrid as unknown as Package).MailService()
  const { client } = service
  // setApiKey would point the client back at the global address and write to the console
  client.setDefaultHeader('Authorization', `Bearer ${apiKey}`)
  client.setDefaultRequest('baseUrl', url)
  client.setDefaultRequest('timeout', sendingTime)
  client.setDefaultRequest('maxRedirects', 0)
  client.setDefaultRequest('proxy', false)
  const host = new URL(url).host
  const closing = new AbortController()
  return {
    async send(message, { signal, onHandedOver } = {}) {
      const log = [`Connecting to ${host}`]
      try {
        const signals = signal ? [signal, closing.signal] : [closing.signal]
        client.setDefaultRequest('signal', AbortSignal.any(signals))
        onHandedOver?.()
        const [{ statusCode }] = await service.send(emailOf(message))
        log.push('Authenticated', `Accepted: ${statusCode}`)
        return { ok: true, log }
      } catch (error) {
        const broken = signal?.reason
        return failed(broken instanceof MailFault ? broken : faultOf(error), log)
      }
    },
    close: () => closing.abort(),
  }
}

const emailOf = ({ messageId, from, to, replyTo, subject, html, text, attachments }: Message) => ({
  from: { email: from.address, name: from.name },
  to: { email: to.address, ...(to.name && { name: to.name }) },
  ...(replyTo && { replyTo: { email: replyTo } }),
  subject,
  text,
  html,
  headers: { 'Message-ID': messageId, ...emailHeaders },
  // SendGrid refuses an empty list
  ...(attachments.length > 0 && { attachments: attachments.map(encoded) }),
  // the links contain single-use tokens, so nobody may rewrite or follow them
  trackingSettings: {
    clickTracking: { enable: false, enableText: false },
    openTracking: { enable: false },
  },
})

// the package passes attachments on unchanged, so the property has the API's name
const encoded = ({ name, mimeType, bytes, cid }: EmailAttachment) => ({
  filename: name,
  type: mimeType,
  content: bytes.toString('base64'),
  ...(cid ? { disposition: 'inline', content_id: cid } : { disposition: 'attachment' }),
})

/** 400 and 413 are about this email, while 401 and 403 are about the key or the sender. */
function faultOf(error: unknown): MailFault {
  const { code, response } = error as {
    code?: unknown
    response?: { headers?: Record<string, string> }
  }
  if (typeof code !== 'number') return sendingError(error)
  if (code === 401 || code === 403) return new MailFault('AUTH_FAILED', code)
  return new MailFault('REJECTED', code, {
    permanent: code === 400 || code === 413,
    retryAfter: response?.headers?.['retry-after'],
  })
}
