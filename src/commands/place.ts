import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { closeDatabase, type Db, openDatabase, patience } from '#db/open.ts'
import { openForReading } from '#db/read.ts'
import { markStopped, markVolume } from '#db/volume.ts'
import { proveKey } from '#src/domain/audit/installation.ts'
import { type Env, readEnv } from '#src/env.ts'
import { type Keys, loadKeys } from '#src/security/keys.ts'
import type { Terminal } from './command.ts'

/** Where a command stands before anything is opened: the environment as it is, the build's folder, the clock. */
export type Place = {
  source: Record<string, string | undefined>
  built: string
  now: () => number
}

/** A command that opens what it needs by itself: the database may be missing, damaged, or about to be replaced. */
export type PlaceCommand = {
  usage: readonly string[]
  runAt: (place: Place, terminal: Terminal, args: string[]) => Promise<void> | void
}

/** The settings; throws with every fault on a line of its own. */
export function envAt({ source }: Place): Env {
  const read = readEnv(source)
  if (read.ok) return read.env
  throw new Error(`The environment is not right:\n  ${read.faults.join('\n  ')}`)
}

/** The file that the server works on. */
export const databaseOf = ({ DATA_DIR }: Env) => join(DATA_DIR, 'countersign.db')

/** The shipped migrations. */
export const migrationsOf = ({ built }: Place) => join(built, 'migrations')

/** Lets a command look at a database with the key proved, beside a running server too; nothing is written. */
export async function look<T>(
  env: Env,
  path: string,
  at: (db: Db, keys: Keys) => Promise<T> | T,
): Promise<T> {
  if (!existsSync(path)) throw new Error(`There is no ${path}`)
  const { keys } = loadKeys(env)
  const db = openForReading(path)
  try {
    proveKey(db, keys)
    return await at(db, keys)
  } finally {
    db.sqlite.close()
  }
}

/** Lets a command that holds the lock change the database, with the key proved; leaves the folder in good order. */
export function alter<T>(env: Env, change: (db: Db, keys: Keys) => T): T {
  const { keys } = loadKeys(env)
  const db = openDatabase(databaseOf(env), patience)
  markVolume(env.DATA_DIR, 'running')
  try {
    proveKey(db, keys)
    return change(db, keys)
  } finally {
    closeDatabase(db)
    markStopped(env.DATA_DIR)
  }
}
