import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { checkBeforeOpening } from '#db/boot-check.ts'
import { migrateDatabase } from '#db/migrate.ts'
import { closeDatabase, openDatabase } from '#db/open.ts'
import { isServed, markForCommand } from '#db/volume.ts'
import { proveKey } from '#src/domain/installation.ts'
import type { Env } from '#src/env.ts'
import { loadKeys } from '#src/security/keys.ts'
import type { Store } from './command.ts'

/** Opens the database for a command, beside a running server or before the first start; throws in plain words. */
export function openStore(env: Env, migrations: string, now: () => number) {
  mkdirSync(env.DATA_DIR, { recursive: true })
  if (!isServed(env.DATA_DIR)) checkBeforeOpening(env.DATA_DIR)
  const { keys } = loadKeys(env)
  const db = openDatabase(join(env.DATA_DIR, 'countersign.db'))
  migrateDatabase(db, migrations)
  proveKey(db, keys)
  const takeBack = markForCommand(env.DATA_DIR)
  const store: Store = { db, keys, env, now }
  return { store, close }

  function close() {
    closeDatabase(db)
    takeBack()
  }
}
