import { once } from 'node:events'
import type { RequestListener, ServerResponse } from 'node:http'
import { createServer, type Server } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { getRequestListener } from '@hono/node-server'
import type { Hono } from 'hono'
import type { Logger } from 'pino'
import type { Env } from './env.ts'
import type { HonoEnv } from './http/context.ts'
import { healthCheck } from './http/middleware/client-address.ts'
import { metricsServer } from './metrics.ts'
import type { Runtime } from './runtime.ts'
import { isIn, limitKey, networkKey, readNetworks } from './security/addresses.ts'

/** Milliseconds after the signal. */
const shutdownTimeout = { requests: 5_000, everything: 7_000 }

/** Milliseconds; everything works without the preparation, but somebody waits for it. */
const startTimeout = 2_000

/** Rejects when it cannot listen. Stops cleanly within 8 s of a signal. */
export async function listen(
  runtime: Runtime,
  app: Hono<HonoEnv>,
  closeMore: () => Promise<void> = async () => {},
) {
  const { env, log } = runtime.deps
  const server = createServer({
    headersTimeout: 10_000,
    // more than five files take at the least speed, which bodyParts holds every body to
    requestTimeout: 30 * 60_000,
    // longer than proxies (60 s), or they would use a connection that is just being closed
    keepAliveTimeout: env.TRUSTED_PROXIES.length > 0 ? 65_000 : 10_000,
    connectionsCheckingInterval: 2_000,
    maxHeaderSize: 16 * 1024,
    // answered below: Node would refuse a health check without one
    requireHostHeader: false,
  })
  boundConnections(server, withHost(getRequestListener(app.fetch)), env)
  const closeConnections = connectionsOf(server)
  await Promise.race([runtime.prepare(), sleep(startTimeout, null, { ref: false })])
  await listening(server, env)
  if (env.METRICS_ADDRESS) await listening(metricsServer(runtime.deps, server), env.METRICS_ADDRESS)
  const { address, port } = server.address() as AddressInfo
  log.info({ address, port, url: env.APP_URL }, 'listening')
  runtime.startJobs()
  dieOfSurprises(log)
  onStopSignal(async (signal, waited) => {
    log.info({ signal }, 'stopping')
    const requests = waited(shutdownTimeout.requests)
    const everything = waited(shutdownTimeout.everything)
    runtime.drain()
    await closeConnections(requests)
    await Promise.race([closeMore(), everything])
    await runtime.close(everything)
    process.exit(0)
  })
}

/**
 * Health checks come without a Host, or with any, and some with a slash too many, because monitors join addresses;
 * every other request needs a Host.
 */
export function withHost(answer: RequestListener): RequestListener {
  return function answerWithHost(request, response) {
    const [path = ''] = (request.url ?? '').replace(/^https?:\/\/[^/]*/i, '').split('?')
    if ([healthCheck, `/${healthCheck}`, `${healthCheck}/`].includes(path)) {
      request.url = healthCheck
      request.headers.host = 'localhost'
    }
    if (request.headers.host) return answer(request, response)
    const message = 'The request has no Host header'
    response.writeHead(400, { 'Content-Type': 'application/json', Connection: 'close' })
    response.end(JSON.stringify({ message }))
  }
}

const listenFaults: Record<string, string> = {
  EADDRINUSE: 'the port is in use by another program',
  EACCES: 'this user may not use the port',
  EADDRNOTAVAIL: 'this machine has no such address',
  ENOTFOUND: 'this machine has no such address',
}

async function listening(server: Server, { HOST, PORT }: Pick<Env, 'HOST' | 'PORT'>) {
  server.listen(PORT, HOST)
  try {
    await once(server, 'listening')
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    throw new Error(`Cannot listen on ${HOST} port ${PORT}: ${listenFaults[code] ?? code}`)
  }
}

/** Ends the process after an unexpected fault: its supervisor starts a new one. */
function dieOfSurprises(log: Logger) {
  for (const kind of ['uncaughtException', 'unhandledRejection'] as const)
    process.on(kind, (err) => {
      // nobody reads the log any more: writing to it would only bring the same fault again
      if (isBrokenPipe(err)) process.exit(1)
      log.fatal({ err }, 'unexpected fault, stopping')
      process.exit(1)
    })
}

const isBrokenPipe = (err: unknown) => err instanceof Error && 'code' in err && err.code === 'EPIPE'

export type Waited = (ms: number) => Promise<void>

/** A service manager signals npm and the server, and npm passes its signal on: within this time both count as one. */
const sameRequest = 1_000

/** A closed terminal or a rotation of logs sends SIGHUP. */
function onStopSignal(stop: (signal: string, waited: Waited) => Promise<void>) {
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

/** Requests get until `timeout` ends, then all connections close. */
function connectionsOf(server: Server): (timeout: Promise<void>) => Promise<void> {
  const open = new Set<Socket>()
  server.on('connection', (socket) => {
    open.add(socket)
    socket.once('close', () => open.delete(socket))
  })

  return async function closeConnections(timeout) {
    const closed = new Promise<void>((done) => server.close(() => done()))
    server.prependListener('request', (_request, response: ServerResponse) => {
      response.setHeader('Connection', 'close')
    })
    const idle = setInterval(() => server.closeIdleConnections(), 100)
    // browsers open spare connections; by now a first request would have arrived
    const silent = setTimeout(() => closeSilent(open), 500)
    await Promise.race([closed, timeout])
    server.closeAllConnections()
    await closed
    clearInterval(idle)
    clearTimeout(silent)
  }
}

function closeSilent(open: Set<Socket>) {
  for (const socket of open) if (socket.bytesRead === 0) socket.destroy()
}

/** Connections at once. `RATE_LIMIT_FACTOR` multiplies the latter two. */
const mostConnections = { all: 1000, ofAddress: 50, ofNetwork: 100 }

/** Node has no bound for requests at once on a connection. Browsers and proxies send the next one after the answer. */
const mostRequests = 4

type Connection = { address: string; network: string; requests: number }

/**
 * Answers requests, and closes the connection of an address or network that has too many: the one that has been idle for
 * longest, or the new one while all are at work. Trusted proxies bring many clients and may have every connection.
 */
export function boundConnections(
  server: Server,
  answer: RequestListener,
  { TRUSTED_PROXIES, RATE_LIMIT_FACTOR }: Pick<Env, 'TRUSTED_PROXIES' | 'RATE_LIMIT_FACTOR'>,
  { all, ofAddress, ofNetwork } = mostConnections,
) {
  const proxies = readNetworks(TRUSTED_PROXIES)
  /** In the order in which they were last used. */
  const connections = new Map<Socket, Connection>()
  server.maxConnections = all

  server.on('connection', (socket) => {
    const { remoteAddress = 'unknown' } = socket
    const address = limitKey(remoteAddress)
    const network = networkKey(remoteAddress)
    const hasRoom =
      isIn(proxies, remoteAddress) ||
      (makeRoom(ofAddress * RATE_LIMIT_FACTOR, (other) => other.address === address) &&
        makeRoom(ofNetwork * RATE_LIMIT_FACTOR, (other) => other.network === network))
    if (!hasRoom) {
      socket.destroy()
      return
    }
    // one place stays free for the next connection, because Node would refuse it before this sees it
    makeRoom(all - 1, () => true)
    connections.set(socket, { address, network, requests: 0 })
    socket.once('close', () => connections.delete(socket))
  })

  server.on('request', (request, response) => {
    const { socket } = request
    const connection = connections.get(socket)
    // closed, and the rest of what it sent still arrives
    if (!connection) return
    if (connection.requests >= mostRequests) {
      close(socket)
      return
    }
    connection.requests += 1
    response.once('close', () => {
      connection.requests -= 1
      if (connections.delete(socket)) connections.set(socket, connection)
      makeRoom(all, () => true)
    })
    answer(request, response)
  })

  function makeRoom(most: number, counts: (connection: Connection) => boolean): boolean {
    const counted = [...connections].filter(([, connection]) => counts(connection))
    if (counted.length < most) return true
    const [idlest] = counted.find(([, { requests }]) => requests === 0) ?? []
    if (idlest) close(idlest)
    return idlest !== undefined
  }

  function close(socket: Socket) {
    connections.delete(socket)
    socket.destroy()
  }
}
