import { createHmac } from 'node:crypto'
import type { Watch } from './mailer.ts'
import type { Credentials } from './redact-reply.ts'

/** Milliseconds. They follow RFC 5321, 4.5.3.2, wherever it names a step. */
export const smtpTimes = {
  /** The RFC does not name this step. */
  connection: 20_000,
  /** The time for each command and for the greeting. */
  reply: 5 * 60_000,
  /** The time for the whole message. The RFC only names its blocks. */
  data: 10 * 60_000,
  /** The time after the final dot. */
  confirmation: 10 * 60_000,
}

export type SmtpTimes = typeof smtpTimes

/** What we have learned of a connection from its traffic. */
export type Line = {
  isLocal: boolean
  /** The library's ID of the connection, once it has logged a line. */
  id: string | undefined
  idOfFormer: string | undefined
  /** The commands that are still waiting for a reply, oldest first. Several may be sent at once. */
  awaited: string[]
  offersStartTls: boolean
  isEncrypted: boolean
  isVerified: boolean
  isSignedIn: boolean
  /** True once the log says how the connection is protected. */
  isDescribed: boolean
  /** The answers to the server's challenges. */
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

/** Begins the conversation about one message. It ends when `signal` fires, or when a step takes too long. */
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

/** Returns the library's logger, which is the only way to see the traffic. */
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

  /** Ignores a connection that is closing, because it may still log lines after a new one has started. */
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

/** Notes a reply, and returns the command that it answers. */
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

/** Computes the answers in the same way as the library. */
function answersTo(challenge: string, { user, password }: Credentials): string[] {
  const text = Buffer.from(challenge, 'base64').toString('ascii')
  const digest = createHmac('md5', password).update(text).digest('hex')
  return [digest, Buffer.from(`${user} ${digest}`).toString('base64')]
}
