import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { onTestFinished } from 'vitest'

/** An email as it arrived: who the envelope named, the bytes, and what a mail program reads in them. */
export type Arrived = { from: string; to: string[]; raw: string; mail: Email }

export type SmtpStandIn = {
  port: number
  arrived: Arrived[]
  /** Emails that were refused after their last byte. */
  refused: Arrived[]
  /** Sign-ins that were tried, as user and password. */
  signIns: string[]
  /** Connections that were made. */
  connections: () => number
  /** From now on, answers of the server to RCPT or DATA; `null`: takes everything. */
  answer: { rcpt: number | null; data: number | null; auth: boolean }
}

/** A real SMTP server on loopback that takes emails and keeps them; `options` are the package's. */
export async function smtpServer(options: SMTPServerOptions = {}): Promise<SmtpStandIn> {
  let connections = 0
  const stand: SmtpStandIn = {
    port: 0,
    arrived: [],
    refused: [],
    signIns: [],
    connections: () => connections,
    answer: { rcpt: null, data: null, auth: true },
  }
  const server = new SMTPServer({
    // hidden alone, it would be there for whoever asks all the same
    ...(options.hideSTARTTLS === undefined && { disabledCommands: ['STARTTLS'] }),
    allowInsecureAuth: true,
    disableReverseLookup: true,
    closeTimeout: 100,
    onConnect(_session, done) {
      connections += 1
      done()
    },
    onAuth({ username, password }, _session, done) {
      stand.signIns.push(`${username} ${password}`)
      if (stand.answer.auth) done(null, { user: username ?? '' })
      else done(refusal(535, `no entry for ${username} with ${password}`))
    },
    onRcptTo(_address, _session, done) {
      done(stand.answer.rcpt ? refusal(stand.answer.rcpt, 'not this one') : null)
    },
    onData(stream, { envelope }, done) {
      const parts: Buffer[] = []
      stream.on('data', (part: Buffer) => parts.push(part))
      stream.on('end', async () => {
        const raw = Buffer.concat(parts).toString('utf8')
        const from = envelope.mailFrom ? envelope.mailFrom.address : ''
        const to = envelope.rcptTo.map(({ address }) => address)
        const email = { from, to, raw, mail: await PostalMime.parse(raw) }
        const { data } = stand.answer
        ;(data ? stand.refused : stand.arrived).push(email)
        done(data ? refusal(data, 'not today') : null)
      })
    },
    ...options,
  })
  server.on('error', () => {})
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => new Promise<void>((resolve) => server.close(resolve)))
  stand.port = (server.server.address() as AddressInfo).port
  return stand
}

function refusal(code: number, words: string): Error {
  return Object.assign(new Error(words), { responseCode: code })
}

/** A peer that does what `onSocket` says and nothing else: hangs, drips, speaks another language. */
export async function rawPeer(
  onSocket: (socket: Socket) => void,
): Promise<{ port: number; heard: () => string }> {
  let heard = ''
  const sockets = new Set<Socket>()
  const server: Server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    socket.on('data', (part) => {
      heard += part.toString('latin1')
    })
    onSocket(socket)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return { port: (server.address() as AddressInfo).port, heard: () => heard }
}

/** A port on which nobody listens. */
export async function closedPort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}

type Step = 'greeting' | 'EHLO' | 'STARTTLS' | 'AUTH' | 'MAIL' | 'RCPT' | 'DATA' | 'message'

/** What it says at a step, `null` for nothing at all; or what it does with the line that it got. */
export type Reply = string | null | ((line: string, socket: Socket) => string | null)

const usualReplies: Record<Step, Reply> = {
  greeting: '220 mail.example.com ESMTP',
  EHLO: '250-mail.example.com\r\n250 AUTH PLAIN',
  STARTTLS: '454 4.7.0 not now',
  AUTH: '235 welcome',
  MAIL: '250 ok',
  RCPT: '250 ok',
  DATA: '354 go on',
  message: '250 queued',
}

/** SMTP with replies of one's own, for `rawPeer`. What follows an AUTH line in the dialogue is an AUTH line, too. */
export function speaks(replies: Partial<Record<Step, Reply>>) {
  return function onSocket(socket: Socket) {
    let isMessage = false
    let step: Step = 'EHLO'
    let rest = ''
    const reply = (to: Step, line: string) => {
      const words = to in replies ? (replies[to] ?? null) : usualReplies[to]
      const text = typeof words === 'function' ? words(line, socket) : words
      if (text !== null && !socket.destroyed) socket.write(`${text}\r\n`)
      return text
    }
    socket.on('data', (part) => {
      const lines = (rest + part.toString('latin1')).split('\r\n')
      rest = lines.pop() ?? ''
      for (const line of lines) {
        if (isMessage && line !== '.') continue
        if (!isMessage) step = stepOf(line) ?? step
        const text = reply(isMessage ? 'message' : step, line)
        isMessage = !isMessage && step === 'DATA' && text?.startsWith('354') === true
      }
    })
    reply('greeting', '')
  }
}

const stepOf = (line: string) =>
  (Object.keys(usualReplies) as Step[]).find((step) => line.toUpperCase().startsWith(step))

/** The connection drops after the message has been sent. */
export const dropsAfterData = speaks({
  message: (_line, socket) => {
    socket.destroy()
    return null
  },
})
