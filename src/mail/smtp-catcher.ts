import type { AddressInfo } from 'node:net'
import PostalMime from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import type { EmailAttachment } from './mailer.ts'

export type Caught = {
  id: number
  at: number
  from: string
  to: string[]
  subject: string
  html: string
  text: string
  attachments: EmailAttachment[]
}

export type Catcher = {
  port: number
  emails: () => Caught[]
  find: (id: number) => Caught | null
  close: () => Promise<void>
}

const mostEmails = 200
/** Bytes: 5 MiB in base64, and the text around it. */
const largest = 8 * 1024 * 1024

/** Starts a mail server for development and the demo. It delivers nothing and accepts any user name and password. */
export async function startCatcher(now: () => number, port = 0): Promise<Catcher> {
  const caught: Caught[] = []
  let count = 0
  const server = new SMTPServer({
    hideSTARTTLS: true,
    allowInsecureAuth: true,
    disableReverseLookup: true,
    closeTimeout: 500,
    size: largest,
    onAuth: ({ username }, _session, done) => done(null, { user: username ?? '' }),
    onData(stream, { envelope }, done) {
      const parts: Buffer[] = []
      stream.on('data', (part: Buffer) => parts.push(part))
      stream.on('end', () => {
        const to = envelope.rcptTo.map(({ address }) => address)
        keep(Buffer.concat(parts), to).then(() => done(), done)
      })
    },
  })
  server.on('error', () => {})
  await new Promise<void>((resolve, reject) => {
    server.server.once('error', reject)
    server.listen(port, '127.0.0.1', resolve)
  })
  return {
    port: (server.server.address() as AddressInfo).port,
    emails: () => caught,
    find: (id) => caught.find((email) => email.id === id) ?? null,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }

  async function keep(raw: Buffer, to: string[]) {
    const { from, subject = '', html = '', text = '', ...mail } = await PostalMime.parse(raw)
    const attachments = mail.attachments.map(({ filename, mimeType, content, contentId }) => ({
      name: filename ?? '',
      mimeType,
      bytes: Buffer.from(content as ArrayBuffer),
      ...(contentId && { cid: contentId.replace(/^<|>$/g, '') }),
    }))
    count += 1
    const sender = from?.address ?? ''
    caught.unshift({ id: count, at: now(), from: sender, to, subject, html, text, attachments })
    caught.length = Math.min(caught.length, mostEmails)
  }
}
