import { connect, isIP, type Socket } from 'node:net'
import { connect as secure, type TLSSocket } from 'node:tls'
import { MailFault } from '#src/mail/mailer.ts'

/** An SMTP server as the settings name it, with the checked addresses that may be connected to. */
export type SmtpPeer = {
  host: string
  port: number
  secure: boolean
  requireTls: boolean
  addresses: string[]
  /** The operator wrote that it is this machine or on a private network; see `checkEgress`. */
  local: boolean
  /** Certificates that count beside the usual ones. */
  ca: string[] | null
}

/** Milliseconds for the connection, for each of the server's first replies, and for the TLS handshake. */
export const handshakeTimes = { connect: 10_000, reply: 10_000, tls: 10_000 }

/**
 * Connects to a pinned address, checks that SMTP is spoken, and encrypts directly or by STARTTLS. Only a local server
 * with both TLS boxes off may skip verified encryption, because the password comes next. Throws `MailFault`.
 */
export async function openSmtp(
  peer: SmtpPeer,
  helloName: string,
  logLine: (line: string) => void,
): Promise<Socket> {
  logLine(`Connecting to ${peer.host}:${peer.port}`)
  const plain = await open(peer)
  try {
    if (peer.secure) {
      const encrypted = await encrypt(peer, plain, logLine)
      return before(encrypted, await reply(encrypted, '220'))
    }
    const greeting = await reply(plain, '220')
    const offered = await ask(plain, `EHLO ${helloName}`)
    if (/^250[ -]STARTTLS\s*$/im.test(offered)) {
      if (!(await ask(plain, 'STARTTLS')).startsWith('220')) throw new MailFault('TLS_FAILED')
      return before(await encrypt(peer, plain, logLine), greeting)
    }
    if (mustVerify(peer)) {
      explainEncryption(peer, logLine)
      throw new MailFault('NOT_ENCRYPTED')
    }
    logLine('Not encrypted: the server offers no encryption and is on a private network')
    return before(plain, greeting)
  } catch (error) {
    plain.destroy()
    throw error
  }
}

const mustVerify = ({ secure, requireTls, local }: SmtpPeer) => secure || requireTls || !local

function explainEncryption({ secure, requireTls }: SmtpPeer, logLine: (line: string) => void) {
  if (secure || requireTls) return
  logLine(
    'Without verified encryption the password is sent only to this machine, to a private IP address entered as SMTP host, and to the names in SMTP_LOCAL_HOSTS',
  )
}

function open({ addresses, port }: SmtpPeer): Promise<Socket> {
  const all = addresses.map((address) => ({ address, family: isIP(address) }))
  const [first] = all
  const socket = connect({
    host: 'pinned',
    port,
    autoSelectFamily: all.length > 1,
    lookup: (_host, options, done) =>
      options.all ? done(null, all) : done(null, first?.address ?? '', first?.family),
  })
  return settle<Socket>(socket, handshakeTimes.connect, (resolve) =>
    socket.once('connect', () => resolve(socket)),
  )
}

function encrypt(
  peer: SmtpPeer,
  plain: Socket,
  logLine: (line: string) => void,
): Promise<TLSSocket> {
  const socket = secure({
    socket: plain,
    host: peer.host,
    ...(isIP(peer.host) === 0 && { servername: peer.host }),
    ...(peer.ca && { ca: peer.ca }),
    rejectUnauthorized: mustVerify(peer),
    minVersion: 'TLSv1.2',
  })
  return settle<TLSSocket>(socket, handshakeTimes.tls, (resolve) =>
    socket.once('secureConnect', () => {
      logLine(`Encrypted with ${socket.getProtocol()}`)
      if (!socket.authorized)
        logLine(
          'The certificate could not be verified; accepted, the server is on a private network',
        )
      resolve(socket)
    }),
  ).catch((error) => {
    if (error instanceof MailFault && error.reason === 'TIMEOUT') throw error
    if (!socket.authorizationError) throw new MailFault('TLS_FAILED')
    explainEncryption(peer, logLine)
    throw new MailFault('NOT_VERIFIED')
  })
}

function ask(socket: Socket, command: string): Promise<string> {
  socket.write(`${command}\r\n`)
  return reply(socket)
}

const longestReply = 16 * 1024

/** One whole reply of a server, within its time even when it drips; anything that is not SMTP is NOT_SMTP. */
function reply(socket: Socket, expected = ''): Promise<string> {
  let text = ''
  return settle<string>(socket, handshakeTimes.reply, (resolve, reject) => {
    const read = (part: Buffer) => {
      text += part.toString('latin1')
      const whole = /^\d{3}(?: [^\n]*)?\r?\n/m.test(text)
      if (text.length > longestReply || !/^(\d{0,3}$|\d{3}([ -]|\r?\n))/.test(text))
        return reject(new MailFault('NOT_SMTP'))
      if (!whole) return
      socket.off('data', read)
      socket.pause()
      const code = Number(text.slice(0, 3))
      if (text.startsWith(expected)) resolve(text)
      else reject(code >= 400 ? new MailFault('REJECTED', code) : new MailFault('NOT_SMTP'))
    }
    socket.on('data', read)
    socket.resume()
    return () => socket.off('data', read)
  })
}

/** Puts the greeting back, so that the next reader finds the conversation at its beginning. */
function before(socket: Socket, greeting: string): Socket {
  socket.unshift(Buffer.from(greeting, 'latin1'))
  return socket
}

/** Waits for one event of a socket; a fault, an end or the time running out destroys it and has a name. */
function settle<T>(
  socket: Socket,
  time: number,
  wait: (resolve: (value: T) => void, reject: (error: MailFault) => void) => unknown,
): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const timer = setTimeout(() => fail(new MailFault('TIMEOUT')), time)
    const onError = ({ code }: NodeJS.ErrnoException) =>
      fail(new MailFault(code === 'ETIMEDOUT' ? 'TIMEOUT' : connectionFault(socket)))
    const onClose = () => fail(new MailFault('DROPPED'))
    socket.once('error', onError).once('close', onClose)
    wait((value) => {
      clear()
      resolve(value)
    }, fail)

    function clear() {
      clearTimeout(timer)
      socket.off('error', onError).off('close', onClose)
    }
    function fail(error: MailFault) {
      clear()
      // later errors of the socket do not matter
      socket.on('error', () => {}).destroy()
      reject(error)
    }
  })
}

const connectionFault = (socket: Socket) => (socket.bytesRead > 0 ? 'DROPPED' : 'REFUSED')
