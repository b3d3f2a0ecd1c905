import type { Correspondent } from './email.ts'

/** `Message-ID` stays the same at every try. */
export type Message = {
  messageId: string
  from: Correspondent
  to: Correspondent
  replyTo: string | null
  subject: string
  html: string
  text: string
  attachments: EmailAttachment[]
}

export type EmailAttachment = {
  name: string
  mimeType: string
  bytes: Buffer
  /** The text shows the picture by this name in its `cid:` address. */
  cid?: string
}

export const reasons = {
  DNS_FAILED: 'The host name could not be found',
  NOT_ALLOWED: 'This installation does not allow mail to that host',
  REFUSED: 'The server refused the connection',
  TIMEOUT: 'The server did not answer in time',
  TLS_FAILED: 'A secure connection could not be made',
  NOT_ENCRYPTED: 'The server offers no encryption, so the password was not sent',
  TLS_REFUSED: 'The server offers STARTTLS but refused it, so the password was not sent',
  NOT_VERIFIED: "The server's certificate could not be verified, so the password was not sent",
  NOT_SMTP: 'The server does not speak SMTP',
  AUTH_FAILED: 'The server did not accept the credentials',
  REJECTED: 'The server rejected the message',
  DROPPED: 'The connection was closed before the message was confirmed',
  UNCONFIRMED: 'The message was sent, but the server did not confirm it',
  NO_ANSWER_YET: 'The server has not answered yet; real emails wait up to 10 minutes',
  NOT_WRITTEN: 'The message could not be written',
  UNREADABLE: 'This version cannot read the message',
  RECONNECT: 'Microsoft 365 must be connected again',
} as const

export type Reason = keyof typeof reasons

type Scope = {
  /** The failure says nothing about other emails. */
  isOfEmail?: boolean
  /** The email would be refused again as it is. */
  permanent?: boolean
  /** The header `Retry-After`. */
  retryAfter?: string | undefined
}

export type Failure = {
  ok: false
  reason: Reason
  code?: number
  isOfEmail?: boolean
  permanent: boolean
  retryAfter?: string
}

export type Delivery = ({ ok: true } | Failure) & { log: string[] }

export type Watch = {
  /** Stops the sending. If its reason is a `MailFault`, the delivery fails with that. */
  signal?: AbortSignal
  /** Called when the message may arrive from now on, whatever the delivery says. */
  onHandedOver?: () => void
}

/** `send` never throws, and sends one message at a time. */
export type Mailer = {
  send: (message: Message, watch?: Watch) => Promise<Delivery>
  close: () => void
}

/** These headers keep automatic replies from answering an email. */
export const emailHeaders = { 'Auto-Submitted': 'auto-generated' } as const

export class MailFault extends Error {
  readonly isOfEmail: boolean
  readonly permanent: boolean
  readonly retryAfter: string | undefined

  constructor(
    readonly reason: Reason,
    readonly code?: number,
    { permanent = false, isOfEmail = permanent, retryAfter }: Scope = {},
  ) {
    super(reason)
    this.isOfEmail = isOfEmail
    this.permanent = permanent
    this.retryAfter = retryAfter
  }
}

export const reasonCode = ({ reason, code }: Pick<Failure, 'reason' | 'code'>) =>
  code === undefined ? reason : `${reason} ${code}`

export function reasonWords(storedReason: string): string {
  const [reason = '', code] = storedReason.split(' ')
  const words = reason in reasons ? reasons[reason as Reason] : 'The message could not be sent'
  return code ? `${words} (${code})` : words
}

export function failed(error: unknown, log: string[]): Delivery {
  const { reason, code, isOfEmail, permanent, retryAfter } =
    error instanceof MailFault ? error : new MailFault('DROPPED')
  const failure = {
    reason,
    isOfEmail,
    permanent,
    ...(code && { code }),
    ...(retryAfter && { retryAfter }),
  }
  return { ok: false, ...failure, log: [...log, `${reasonCode(failure)}: ${reasons[reason]}`] }
}

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

/** Puts the pictures into the page as data, because a page has no attachments. */
export const withPictures = (html: string, pictures: EmailAttachment[]) =>
  pictures.reduce(
    (text, { cid, mimeType, bytes }) =>
      text.replace(
        `src="cid:${cid}"`,
        `src="data:${mimeType};base64,${Buffer.from(bytes).toString('base64')}"`,
      ),
    html,
  )
