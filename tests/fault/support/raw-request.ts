import { connect } from 'node:net'

export type RawAnswer = {
  /** 0 when the connection ended without an answer. */
  status: number
  text: string
  /** Milliseconds from the connection to its end. */
  lasted: number
}

export type RawRequest = {
  /** Resolves when the peer has read the head and says that it waits for the body. */
  continues: Promise<void>
  /** Sends more bytes, as they are. */
  send: (more: string | Uint8Array) => void
  /** Resolves when the connection has ended. */
  answer: Promise<RawAnswer>
  end: () => void
}

/**
 * A connection to loopback that sends these bytes, whatever they are, and listens. `after` is the silence in
 * milliseconds after which an answer counts as complete; 0 waits for the peer to close.
 */
export function rawRequest(
  port: number,
  parts: readonly (string | Uint8Array)[],
  after = 300,
): RawRequest {
  const began = performance.now()
  const socket = connect(port, '127.0.0.1')
  let heard = ''
  let silence: NodeJS.Timeout | undefined
  socket.on('error', () => {})
  socket.on('data', (part) => {
    heard += part.toString('latin1')
    if (after === 0) return
    clearTimeout(silence)
    silence = setTimeout(() => socket.destroy(), after)
  })
  const continues = new Promise<void>((resolve) => {
    socket.on('data', () => {
      if (!heard.startsWith(goOn)) return
      heard = heard.slice(goOn.length)
      clearTimeout(silence)
      resolve()
    })
  })
  for (const part of parts) socket.write(part)
  const answer = new Promise<RawAnswer>((resolve) => {
    socket.on('close', () => {
      clearTimeout(silence)
      const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(heard)?.[1] ?? 0)
      resolve({ status, text: heard, lasted: Math.round(performance.now() - began) })
    })
  })
  return { continues, send: (more) => void socket.write(more), answer, end: () => socket.destroy() }
}

const goOn = 'HTTP/1.1 100 Continue\r\n\r\n'
