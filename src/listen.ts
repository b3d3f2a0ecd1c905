import type { ServerResponse } from 'node:http'
import { type ServerType, serve } from '@hono/node-server'
import type { Hono } from 'hono'
import type { Logger } from 'pino'
import type { House } from './house.ts'
import type { HonoEnv } from './http/context.ts'

/** Serves the app, and on SIGTERM or SIGINT leaves in good order: within 8 s, or at once on a second signal. */
export function listen(
  house: House,
  app: Hono<HonoEnv>,
  closeMore: () => Promise<void> = async () => {},
) {
  const { env, log } = house.deps
  const server = serve(
    {
      fetch: app.fetch,
      hostname: env.HOST,
      port: env.PORT,
      serverOptions: {
        headersTimeout: 10_000,
        requestTimeout: 20_000,
        keepAliveTimeout: 65_000,
        connectionsCheckingInterval: 2_000,
        maxHeaderSize: 16 * 1024,
      },
    },
    ({ address, port }) => log.info({ address, port, url: env.APP_URL }, 'listening'),
  )
  server.maxConnections = 1000
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => stop(signal))
  dieOfSurprises(log)

  function stop(signal: string) {
    log.info({ signal }, 'stopping')
    house.drain()
    process.once(signal, () => process.exit(1))
    setTimeout(() => process.exit(1), 7_500).unref()
    server.close(async () => {
      await closeMore()
      await house.close()
      process.exit(0)
    })
    letGoOf(server)
  }
}

/** Browsers keep connections open for their next request, and each of them would keep the process for a minute. */
function letGoOf(server: ServerType) {
  server.prependListener('request', (_request, response: ServerResponse) => {
    response.setHeader('Connection', 'close')
  })
  if (!('closeIdleConnections' in server)) return
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
