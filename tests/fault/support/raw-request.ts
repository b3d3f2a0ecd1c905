import { connect } from 'node:net'

/** A connection to loopback that sends these bytes, whatever they are, and listens until the peer closes it. */
export function rawRequest(port: number, ...parts: string[]) {
  const began = performance.now()
  const socket = connect(port, '127.0.0.1')
  let heard = ''
  socket.on('error', () => {})
  const goOn = 'HTTP/1.1 100 Continue\r\n\r\n'
  const continues = new Promise<void>((resolve) => {
    socket.on('data', (part) => {
      heard += part.toString('latin1')
      if (!heard.startsWith(goOn)) return
      heard = heard.slice(goOn.length)
      resolve()
    })
  })
  for (const part of parts) socket.write(part)
  const answer = new Promise<{ status: number; lasted: number }>((resolve) => {
    socket.on('close', () => {
      const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(heard)?.[1] ?? 0)
      resolve({ status, lasted: performance.now() - began })
    })
  })
  /** `continues`: the peer has read the head and waits for the body; status 0: it ended without an answer. */
  return { continues, send: (more: string) => void socket.write(more), answer }
}
