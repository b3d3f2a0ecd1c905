import { emailHeaders, type Message } from './mailer.ts'

/** A message as nodemailer takes it; SMTP and Microsoft Graph send the same MIME. */
export const mimeFields = ({ to, replyTo, attachments, ...message }: Message) => ({
  ...message,
  to: [to],
  ...(replyTo && { replyTo: { name: '', address: replyTo } }),
  headers: emailHeaders,
  attachments: attachments.map(({ name, mimeType, bytes, cid }) => ({
    filename: name,
    contentType: mimeType,
    content: bytes,
    ...(cid && { cid, contentDisposition: 'inline' as const }),
  })),
})
