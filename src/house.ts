import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Logger } from 'pino'
import { takeLock } from '#db/lock.ts'
import { migrateDatabase } from '#db/migrate.ts'
import { closeDatabase, openDatabase } from '#db/open.ts'
import type { Deps } from './deps.ts'
import { proveKey } from './domain/installation.ts'
import { startKeeping } from './domain/keeping.ts'
import type { Env } from './env.ts'
import { createPdfService } from './pdf/service.ts'
import { loadKeys } from './security/keys.ts'
import { createLimits } from './security/limits.ts'

export type House = { deps: Deps; drain: () => void; close: () => Promise<void> }

/** Opens everything the process needs, in order: lock, key, database, migrations, proof of the key, documents. */
export function openHouse(
  env: Env,
  log: Logger,
  { migrations, pdfChild }: { migrations: string; pdfChild: string },
): House {
  mkdirSync(env.DATA_DIR, { recursive: true })
  const letGo = takeLock(env.DATA_DIR)
  const { keys, made } = loadKeys(env)
  if (made)
    log.warn(`A new key was written to ${made}: move it off the volume and set APP_KEY_FILE`)
  const db = openDatabase(join(env.DATA_DIR, 'countersign.db'))
  const { applied, backup } = migrateDatabase(db, migrations)
  if (applied > 0) log.info({ applied, backup }, 'database migrated')
  proveKey(db, keys)
  const pdf = createPdfService({ childPath: pdfChild, log, now: Date.now })
  const limits = createLimits(env.RATE_LIMIT_FACTOR)
  let draining = false
  const deps = { env, db, keys, pdf, log, limits, draining: () => draining, now: Date.now }
  const stopKeeping = startKeeping(deps)
  return {
    deps,
    drain() {
      draining = true
    },
    async close() {
      stopKeeping()
      await pdf.close()
      closeDatabase(db)
      letGo()
    },
  }
}
