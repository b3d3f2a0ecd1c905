import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { onTestFinished } from 'vitest'

/** An email as it arrived: who the envelope named, the bytes, and what a mail program reads in them. */
export type Arrived = { from: string; to: string[]; raw: string; mail: Email }

export type SmtpStandIn = {
  port: number
  arrived: Arrived[]
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
        if (stand.answer.data) return done(refusal(stand.answer.data, 'not today'))
        const raw = Buffer.concat(parts).toString('utf8')
        const from = envelope.mailFrom ? envelope.mailFrom.address : ''
        const to = envelope.rcptTo.map(({ address }) => address)
        stand.arrived.push({ from, to, raw, mail: await PostalMime.parse(raw) })
        done()
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

/** SMTP just far enough, then the connection drops after the message has been sent. */
export function dropsAfterData(socket: Socket) {
  let inData = false
  socket.write('220 mail.example.com ESMTP\r\n')
  socket.on('data', (part) => {
    const text = part.toString('latin1')
    if (inData) {
      if (text.includes('\r\n.\r\n') || text.startsWith('.\r\n')) socket.destroy()
      return
    }
    if (/^EHLO/i.test(text)) return socket.write('250-mail.example.com\r\n250 AUTH PLAIN\r\n')
    if (/^AUTH/i.test(text)) return socket.write('235 welcome\r\n')
    if (/^DATA/i.test(text)) {
      inData = true
      return socket.write('354 go on\r\n')
    }
    return socket.write('250 ok\r\n')
  })
}
