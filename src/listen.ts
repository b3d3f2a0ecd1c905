import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import type { Hono } from 'hono'
import type { Logger } from 'pino'
import type { Env } from './env.ts'
import type { HonoEnv } from './http/context.ts'
import type { Runtime } from './runtime.ts'
import { answerBounded, connectionsOf, onStopSignal } from './stopping.ts'

/** Milliseconds after the signal: how long requests may take, and everything else. */
const patience = { requests: 5_000, everything: 7_000 }

/** Serves the app; rejects in plain words when it cannot listen. On SIGTERM or SIGINT it stops cleanly within 8 s. */
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
    // longer than proxies do (60 s), or they would send a request into a connection that is just being closed
    keepAliveTimeout: env.TRUSTED_PROXIES.length > 0 ? 65_000 : 10_000,
    connectionsCheckingInterval: 2_000,
    maxHeaderSize: 16 * 1024,
  })
  answerBounded(server, getRequestListener(app.fetch), env)
  const closeConnections = connectionsOf(server)
  await listening(server, env)
  const { address, port } = server.address() as AddressInfo
  log.info({ address, port, url: env.APP_URL }, 'listening')
  runtime.startJobs()
  dieOfSurprises(log)
  onStopSignal(async (signal, waited) => {
    log.info({ signal }, 'stopping')
    const requests = waited(patience.requests)
    const everything = waited(patience.everything)
    runtime.drain()
    await closeConnections(requests)
    await Promise.race([closeMore(), everything])
    await runtime.close(everything)
    process.exit(0)
  })
}

const listenFaults: Record<string, string> = {
  EADDRINUSE: 'the port is in use by another program',
  EACCES: 'this user may not use the port',
  EADDRNOTAVAIL: 'HOST is not an address of this machine',
  ENOTFOUND: 'HOST is not an address of this machine',
}

async function listening(server: Server, { HOST, PORT }: Env) {
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
      log.fatal({ err }, 'unexpected fault, stopping')
      process.exit(1)
    })
}
