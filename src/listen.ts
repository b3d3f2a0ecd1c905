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

/** Milliseconds after the stop signal. */
const shutdownTimeout = { requests: 5_000, everything: 7_000 }

/** Milliseconds. Everything works without the preparation, but the first user would wait for it. */
const startTimeout = 2_000

/** Serves requests. Rejects when it cannot listen, and stops cleanly within 8 s of a signal. */
export async function listen(
  runtime: Runtime,
  app: Hono<HonoEnv>,
  closeMore: () => Promise<void> = async () => {},
) {
  const { env, log } = runtime.deps
  const server = createServer({
    headersTimeout: 10_000,
    // five large files may take longer; `bodyParts` enforces the lowest speed of every body
    requestTimeout: 30 * 60_000,
    // this is longer than the 60 s of most proxies, which would otherwise send requests over a connection that is
    // just closing
    keepAliveTimeout: env.TRUSTED_PROXIES.length > 0 ? 65_000 : 10_000,
    connectionsCheckingInterval: 2_000,
    maxHeaderSize: 16 * 1024,
    // Node would refuse a health check without a Host header; `withHost` answers it below
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
 * Refuses requests without a Host header. Health checks are exempt: monitors send them without a Host or with any
 * Host, and some with an extra slash, because they join addresses.
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

/** Ends the process after an unexpected error, so that its supervisor starts a new one. */
function dieOfSurprises(log: Logger) {
  for (const kind of ['uncaughtException', 'unhandledRejection'] as const)
    process.on(kind, (err) => {
      // nobody reads the log any more, and writing to it would only cause the same error again
      if (isBrokenPipe(err)) process.exit(1)
      log.fatal({ err }, 'unexpected fault, stopping')
      process.exit(1)
    })
}

const isBrokenPipe = (err: unknown) => err instanceof Error && 'code' in err && err.code === 'EPIPE'

export type Waited = (ms: number) => Promise<void>

/**
 * Milliseconds. A service manager signals npm and the server, and npm passes its signal on, so two signals within
 * this time count as one.
 */
const sameRequest = 1_000

/** SIGHUP is sent when a terminal closes or logs are rotated. */
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

/** Lets running requests finish until `timeout`, then closes all connections. */
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
    // browsers open spare connections; a request would have arrived by now
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

/** The largest number of connections at once. `RATE_LIMIT_FACTOR` multiplies the limits of addresses and networks. */
const mostConnections = { all: 1000, ofAddress: 50, ofNetwork: 100 }

/**
 * The largest number of requests at once on a connection, for which Node has no limit. Browsers and proxies wait for
 * each answer.
 */
const mostRequests = 4

type Connection = { address: string; network: string; requests: number }

/**
 * Answers requests. When an address or network has too many connections, closes the connection that has been idle
 * longest, or the new one if all are busy. Trusted proxies may use every connection, because they carry many clients.
 */
export function boundConnections(
  server: Server,
  answer: RequestListener,
  { TRUSTED_PROXIES, RATE_LIMIT_FACTOR }: Pick<Env, 'TRUSTED_PROXIES' | 'RATE_LIMIT_FACTOR'>,
  { all, ofAddress, ofNetwork } = mostConnections,
) {
  const proxies = readNetworks(TRUSTED_PROXIES)
  /** Ordered by their last use. */
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
    // one place has to stay free, because Node would refuse the next connection before this code sees it
    makeRoom(all - 1, () => true)
    connections.set(socket, { address, network, requests: 0 })
    socket.once('close', () => connections.delete(socket))
  })

  server.on('request', (request, response) => {
    const { socket } = request
    const connection = connections.get(socket)
    // the connection is closed, but the rest of its data is still arriving
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
