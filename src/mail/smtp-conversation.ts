import { createHmac } from 'node:crypto'
import type { Watch } from './mailer.ts'
import type { Credentials } from './redact-reply.ts'

/** Milliseconds. What RFC 5321, 4.5.3.2, asks for, as far as it names a step. */
export const smtpTimes = {
  /** Not of the RFC. */
  connection: 20_000,
  /** Each command, and the greeting. */
  reply: 5 * 60_000,
  /** All of the message: the RFC knows only its blocks. */
  data: 10 * 60_000,
  /** After the final dot. */
  confirmation: 10 * 60_000,
}

export type SmtpTimes = typeof smtpTimes

/** What the wire has shown of a connection. */
export type Line = {
  isLocal: boolean
  /** The library's name for it, once it has spoken. */
  id: string | undefined
  idOfFormer: string | undefined
  /** Whose replies are awaited, oldest first: several commands may go at once. */
  awaited: string[]
  offersStartTls: boolean
  isEncrypted: boolean
  isVerified: boolean
  isSignedIn: boolean
  /** The log has said how it is protected. */
  isDescribed: boolean
  /** What was sent in answer to challenges. */
  answers: string[]
}

export const newLine = (isLocal: boolean, former: Line | null): Line => ({
  isLocal,
  id: undefined,
  idOfFormer: former?.id,
  awaited: ['greeting'],
  offersStartTls: false,
  isEncrypted: false,
  isVerified: false,
  isSignedIn: false,
  isDescribed: false,
  answers: [],
})

export type Conversation = ReturnType<typeof beginConversation>

/** About one message. It ends by `signal`, or when a step takes longer than its time. */
export function beginConversation({ signal, onHandedOver }: Watch, times: SmtpTimes) {
  const log: string[] = []
  const silence = new AbortController()
  let timer: NodeJS.Timeout | undefined
  let isHandedOver = false
  function wait(milliseconds: number) {
    clearTimeout(timer)
    timer = setTimeout(() => silence.abort(), milliseconds)
  }
  return {
    log,
    wait,
    signal: AbortSignal.any(signal ? [signal, silence.signal] : [silence.signal]),
    isHandedOver: () => isHandedOver,
    handOver() {
      isHandedOver = true
      log.push('Message sent, waiting for the server to confirm it')
      wait(times.confirmation)
      onHandedOver?.()
    },
    end: () => clearTimeout(timer),
  }
}

type Heard = { line: Line; conversation: Conversation | null; credentials: Credentials }

type Entry = { tnx?: string; action?: string; sid?: string; outByteCount?: number }

/** The library's logger is the one way to hear what goes over the wire. */
export function wireLogger(
  credentials: Credentials,
  times: SmtpTimes,
  current: () => { line: Line | null; conversation: Conversation | null },
) {
  const silent = () => {}
  return {
    level: silent,
    trace: silent,
    warn: silent,
    error: silent,
    fatal: silent,
    debug(entry: Entry, text: string) {
      const heard = hear(entry)
      if (!heard || (entry.tnx !== 'client' && entry.tnx !== 'server')) return
      const answered = entry.tnx === 'client' ? noteCommand(heard, text) : noteReply(heard, text)
      heard.conversation?.wait(answered === 'DATA' ? times.data : times.reply)
    },
    info(entry: Entry, text: string, kind?: string) {
      const heard = hear(entry)
      if (!heard) return
      const { line, conversation } = heard
      if (/upgraded with STARTTLS$/.test(text) || kind === 'Secure connection')
        line.isEncrypted = true
      if (entry.action === 'authenticated') {
        line.isSignedIn = true
        conversation?.log.push('Authenticated')
      }
      if (entry.outByteCount === undefined) return
      line.awaited.push('message')
      conversation?.handOver()
    },
  }

  /** A connection that says goodbye may still speak when there is a new one. */
  function hear({ sid }: Entry): Heard | null {
    const { line, conversation } = current()
    if (!line || !sid || sid === line.idOfFormer) return null
    line.id ??= sid
    return line.id === sid ? { line, conversation, credentials } : null
  }
}

function noteCommand({ line, conversation }: Heard, text: string) {
  const command = /^AUTH \S+|^\S*/.exec(text)?.[0].toUpperCase() ?? ''
  line.awaited.push(command)
  if (!/^(AUTH|MAIL)/.test(command)) return
  if (!line.isDescribed) conversation?.log.push(...protectionOf(line))
  line.isDescribed = true
  if (command === 'MAIL' && !line.isSignedIn)
    conversation?.log.push('Not signed in: the server does not offer it, the password was not sent')
}

/** Returns what the reply was to. */
function noteReply({ line, conversation, credentials }: Heard, text: string) {
  const command = line.awaited.shift()
  if (command === 'greeting' && text.startsWith('220'))
    conversation?.log.push('The server has greeted')
  if (command === 'EHLO') line.offersStartTls = /^250[ -]STARTTLS\b/im.test(text)
  const challenge = command === 'AUTH CRAM-MD5' && /^334\s+(.+)$/.exec(text)?.[1]
  if (challenge) line.answers.push(...answersTo(challenge, credentials))
  return command
}

function protectionOf({ isEncrypted, isVerified }: Line): string[] {
  if (!isEncrypted)
    return ['Not encrypted: the server offers no encryption and is on a private network']
  if (isVerified) return ['Encrypted']
  return [
    'Encrypted',
    'The certificate could not be verified; accepted, the server is on a private network',
  ]
}

/** As the library makes them. */
function answersTo(challenge: string, { user, password }: Credentials): string[] {
  const text = Buffer.from(challenge, 'base64').toString('ascii')
  const digest = createHmac('md5', password).update(text).digest('hex')
  return [digest, Buffer.from(`${user} ${digest}`).toString('base64')]
}
