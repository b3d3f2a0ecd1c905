import type { Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** Resolves after the given milliseconds, or at a second signal. */
export type Waited = (ms: number) => Promise<void>

/** A service manager signals npm and the server, and npm passes its signal on: within this time both count as one. */
const sameRequest = 1_000

/** Calls `stop` on the first SIGTERM, SIGINT or SIGHUP; a closed terminal or a rotation of logs sends the last. */
export function onStopSignal(stop: (signal: string, waited: Waited) => Promise<void>) {
  const hurry = new AbortController()
  let began = 0
  const waited: Waited = (ms) =>
    new Promise((resolve) => {
      setTimeout(resolve, ms)
      hurry.signal.addEventListener('abort', () => resolve())
    })
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const)
    process.on(signal, () => {
      if (began > 0 && performance.now() - began > sameRequest) hurry.abort()
      if (began > 0) return
      began = performance.now()
      void stop(signal, waited)
    })
}

/** Returns a function that closes the server: requests under way get until `patience` ends, then all connections close. */
export function connectionsOf(server: Server): (patience: Promise<void>) => Promise<void> {
  const open = new Set<Socket>()
  server.on('connection', (socket) => {
    open.add(socket)
    socket.once('close', () => open.delete(socket))
  })

  return async function closeConnections(patience) {
    const closed = new Promise<void>((done) => server.close(() => done()))
    server.prependListener('request', (_request, response: ServerResponse) => {
      response.setHeader('Connection', 'close')
    })
    const idle = setInterval(() => server.closeIdleConnections(), 100)
    // browsers open spare connections; by now a first request would have arrived
    const silent = setTimeout(() => closeSilent(open), 500)
    await Promise.race([closed, patience])
    server.closeAllConnections()
    await closed
    clearInterval(idle)
    clearTimeout(silent)
  }
}

function closeSilent(open: Set<Socket>) {
  for (const socket of open) if (socket.bytesRead === 0) socket.destroy()
}
