import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import type { Logger } from 'pino'
import type { App } from './app.ts'
import { lookFromSocket } from './framework/look.ts'
import type { House } from './house.ts'
import { countedAnswers } from './http/counted-answers.ts'

/** Serves the app, and on SIGTERM or SIGINT leaves in good order: within 8 s, or at once on a second signal. */
export function listen(house: House, app: App, closeMore: () => Promise<void> = async () => {}) {
  const { env, log } = house.deps
  const { count, tell } = countedAnswers(log)
  const server = createServer(
    {
      headersTimeout: 10_000,
      requestTimeout: 20_000,
      keepAliveTimeout: 65_000,
      connectionsCheckingInterval: 2_000,
      maxHeaderSize: 16 * 1024,
    },
    answerer(app, count),
  )
  server.listen(env.PORT, env.HOST, () => {
    const { address, port } = server.address() as AddressInfo
    log.info({ address, port, url: env.APP_URL }, 'listening')
  })
  server.maxConnections = 1000
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => stop(signal))
  dieOfSurprises(log)

  function stop(signal: string) {
    log.info({ signal }, 'stopping')
    house.drain()
    process.once(signal, () => process.exit(1))
    setTimeout(() => process.exit(1), 7_500).unref()
    server.close(async () => {
      tell()
      await closeMore()
      await house.close()
      process.exit(0)
    })
    letGoOf(server)
  }
}

/** Answers what lies ready by itself, counted by address, and hands everything else to the app. */
export function answerer(app: App, count: (address: string) => void): RequestListener {
  const answer = getRequestListener(app.fetch)
  return function answerRequest(incoming, outgoing) {
    const look = lookFromSocket(incoming)
    const ready = look && app.fromMemory(look)
    if (!ready) return answer(incoming, outgoing)
    // whoever tries addresses must not fill the list
    count(ready.status === 404 ? 'not found' : look.path)
    outgoing.writeHead(ready.status, ready.headers)
    outgoing.end(ready.body)
  }
}

/** Browsers keep connections open for their next request, and each of them would keep the process for a minute. */
function letGoOf(server: Server) {
  server.prependListener('request', (_request, response: ServerResponse) => {
    response.setHeader('Connection', 'close')
  })
  server.closeIdleConnections()
  setInterval(() => server.closeIdleConnections(), 100).unref()
}

/** After a fault that nobody expected, the process does not carry on: its supervisor starts it anew. */
function dieOfSurprises(log: Logger) {
  for (const kind of ['uncaughtException', 'unhandledRejection'] as const)
    process.on(kind, (err) => {
      log.fatal({ err }, 'unexpected fault, stopping')
      process.exit(1)
    })
}
