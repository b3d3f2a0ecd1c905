import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { checkBeforeOpening } from '#db/boot-check.ts'
import { migrateDatabase, refuseForeignMigrations } from '#db/migrate.ts'
import { closeDatabase, openDatabase, patience } from '#db/open.ts'
import { isServed, markForCommand } from '#db/volume.ts'
import { verifyKey } from '#src/domain/audit/installation.ts'
import type { Env } from '#src/env.ts'
import { loadKeys } from '#src/security/keys.ts'
import { createPasswords } from '#src/security/passwords.ts'
import type { Store } from './command.ts'

/** Opens the database for a command, beside a running server or before the first start; throws in plain words. */
export function openStore(env: Env, migrations: string, now: () => number) {
  mkdirSync(env.DATA_DIR, { recursive: true, mode: 0o700 })
  const served = isServed(env.DATA_DIR)
  if (!served) checkBeforeOpening(env.DATA_DIR)
  const { keys } = loadKeys(env)
  const db = openDatabase(join(env.DATA_DIR, 'countersign.db'), patience)
  const { shipped, recorded } = refuseForeignMigrations(db, migrations)
  if (served && shipped > recorded)
    throw new Error('The server that runs here is of an older version: upgrade and start it first')
  migrateDatabase(db, migrations)
  verifyKey(db, keys)
  const takeBack = markForCommand(env.DATA_DIR)
  const store: Store = { db, keys, env, now, passwords: createPasswords() }
  return { store, close }

  function close() {
    closeDatabase(db)
    takeBack()
  }
}
