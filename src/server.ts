import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { serve } from '@hono/node-server'
import { pino } from 'pino'
import { migrateDatabase } from '#db/migrate.ts'
import { closeDatabase, openDatabase } from '#db/open.ts'
import { createApp } from './app.ts'
import type { Deps } from './deps.ts'
import { proveKey } from './domain/installation.ts'
import { startKeeping } from './domain/keeping.ts'
import { readEnv } from './env.ts'
import { builtAssets } from './framework/assets.ts'
import { createPdfService } from './pdf/service.ts'
import { loadKeys } from './security/keys.ts'
import { createLimits } from './security/limits.ts'

const here = dirname(fileURLToPath(import.meta.url))
const read = readEnv(process.env)
if (!read.ok) {
  process.stderr.write(`The environment is not right:\n  ${read.faults.join('\n  ')}\n`)
  process.exit(78)
}
const { env } = read
const log = pino({ level: env.LOG_LEVEL })

const { deps, close } = openHouse()
const app = createApp(deps, assets())
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
process.on('uncaughtException', (err) => {
  log.fatal({ err }, 'unexpected fault, stopping')
  process.exit(1)
})

function openHouse(): { deps: Deps; close: () => Promise<void> } {
  try {
    mkdirSync(env.DATA_DIR, { recursive: true })
    const { keys, made } = loadKeys(env)
    if (made)
      log.warn(`A new key was written to ${made}: move it off the volume and set APP_KEY_FILE`)
    const db = openDatabase(join(env.DATA_DIR, 'countersign.db'))
    const { applied, backup } = migrateDatabase(db, join(here, 'migrations'))
    if (applied > 0) log.info({ applied, backup }, 'database migrated')
    proveKey(db, keys)
    const pdf = createPdfService({
      childPath: join(here, 'pdf-child.js'),
      log,
      now: Date.now,
    })
    const deps = {
      env,
      db,
      keys,
      pdf,
      log,
      limits: createLimits(env.RATE_LIMIT_FACTOR),
      now: Date.now,
    }
    const stopKeeping = startKeeping(deps)
    return {
      deps,
      async close() {
        stopKeeping()
        await pdf.close()
        closeDatabase(db)
      },
    }
  } catch (error) {
    log.fatal(error instanceof Error ? error.message : String(error))
    process.exit(1)
  }
}

function assets() {
  const client = join(here, 'client')
  const manifest = join(client, '.vite/manifest.json')
  if (!existsSync(manifest)) throw new Error('The browser build is missing: npm run build')
  return builtAssets(JSON.parse(readFileSync(manifest, 'utf8')), client)
}

/** Answers what is under way, then leaves one clean database file; within 8 s, or at once on a second signal. */
function stop(signal: string) {
  log.info({ signal }, 'stopping')
  process.once(signal, () => process.exit(1))
  setTimeout(() => process.exit(1), 7_500).unref()
  server.close(async () => {
    await close()
    process.exit(0)
  })
  if ('closeIdleConnections' in server) server.closeIdleConnections()
}
