import { mkdirSync } from 'node:fs'
import { refuseForeignMigrations } from '#db/migrate.ts'
import { closeDatabase, openDatabase, patience } from '#db/open.ts'
import { isServed } from '#db/volume.ts'
import { verifyKey } from '#src/domain/audit/installation.ts'
import { openData } from '#src/domain/maintenance/data-folder.ts'
import { createStore } from '#src/domain/store.ts'
import type { Env } from '#src/env.ts'
import { loadKeys } from '#src/security/keys.ts'
import { databaseOf } from './command-context.ts'

/** Opens the database for a command, beside a running server or before the first start; throws in plain words. */
export function openStore(env: Env, migrations: string, now: () => number) {
  mkdirSync(env.DATA_DIR, { recursive: true, mode: 0o700 })
  return isServed(env.DATA_DIR)
    ? besideServer(env, migrations, now)
    : openData(env, migrations, now, { holdsLock: false })
}

/** The server has checked the folder, and goes on marking it. */
function besideServer(env: Env, migrations: string, now: () => number) {
  const { keys } = loadKeys(env)
  const db = openDatabase(databaseOf(env), patience)
  const { shipped, recorded } = refuseForeignMigrations(db, migrations)
  if (shipped.length > recorded)
    throw new Error('The server that runs here is of an older version: upgrade and start it first')
  verifyKey(db, keys)
  return { ...createStore(env, db, keys, now), close: () => closeDatabase(db) }
}
