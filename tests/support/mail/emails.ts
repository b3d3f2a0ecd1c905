import { onTestFinished } from 'vitest'
import type { Message } from '#src/mail/mailer.ts'
import type { SmtpTimes } from '#src/mail/smtp-conversation.ts'
import { type FindPeer, type SmtpSettings, smtpMailer } from '#src/mail/smtp-mailer.ts'

export const aMessage = (changes: Partial<Message> = {}): Message => ({
  messageId: '<email.1.abc@accounts.example.com>',
  from: { name: 'Example Supplies', address: 'accounts@example.com' },
  to: { name: 'Jo Example', address: 'jo@example.com' },
  replyTo: 'sales@example.com',
  subject: 'A subject, £5 – ünïcode',
  html: '<!doctype html><p>Hello</p>',
  text: 'Hello\n',
  attachments: [],
  ...changes,
})

/** Each sign that an address may have and that mail programs use for something else. */
export const oddAddresses = ['r&d@example.com', "{|}~!#$%&'*+/=?^_`-@xn--mller-kva.xn--p1ai"]

export const toAndFrom = (address: string): Message =>
  aMessage({
    from: { name: 'Example Supplies, R&D', address },
    to: { name: 'Jo "R&D" Example; Ltd', address },
    replyTo: address,
  })

export const loopback: FindPeer = async () => ({ ok: true, addresses: ['127.0.0.1'], local: true })
export const far: FindPeer = async () => ({ ok: true, addresses: ['127.0.0.1'], local: false })

/** An SMTP mailer against a peer of the test; closed when the test ends. */
export function mailerTo(
  port: number,
  settings: Partial<SmtpSettings> = {},
  context: { findPeer?: FindPeer; ca?: string[] | null; times?: Partial<SmtpTimes> } = {},
) {
  const mailer = smtpMailer(
    {
      host: 'localhost',
      port,
      secure: false,
      requireTls: false,
      user: 'mailer',
      password: 'canary-password',
      ...settings,
    },
    { findPeer: loopback, helloName: 'accounts.example.com', ca: null, ...context },
  )
  onTestFinished(() => mailer.close())
  return mailer
}
