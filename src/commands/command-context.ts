import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { openForReading } from '#db/open.ts'
import type { Store } from '#src/deps.ts'
import { verifyKey } from '#src/domain/audit/installation.ts'
import { createStore } from '#src/domain/store.ts'
import { type Env, readEnv } from '#src/env.ts'
import { loadKeys } from '#src/security/keys.ts'
import type { Terminal } from './command.ts'

/** What a command has before anything is opened: the raw environment, the build's folder, the clock. */
export type CommandContext = {
  source: Record<string, string | undefined>
  built: string
  now: () => number
}

/** A command that opens what it needs by itself: the database may be missing, damaged, or about to be replaced. */
export type StandaloneCommand = {
  usage: readonly string[]
  runAlone: (context: CommandContext, terminal: Terminal, args: string[]) => Promise<void> | void
}

/** The settings; throws with every fault on a line of its own. */
export function envOf({ source }: CommandContext): Env {
  const read = readEnv(source)
  if (read.ok) return read.env
  throw new Error(`The environment is not right:\n  ${read.faults.join('\n  ')}`)
}

/** The file that the server works on. */
export const databaseOf = ({ DATA_DIR }: Env) => join(DATA_DIR, 'countersign.db')

/** The shipped migrations. */
export const migrationsOf = ({ built }: CommandContext) => join(built, 'migrations')

/** Opens a database for reading, with the key verified; works beside a running server. */
export async function withReadOnlyDatabase<T>(
  env: Env,
  { now }: CommandContext,
  path: string,
  at: (store: Store) => Promise<T> | T,
): Promise<T> {
  if (!existsSync(path)) throw new Error(`There is no ${path}`)
  const { keys } = loadKeys(env)
  const db = openForReading(path)
  try {
    verifyKey(db, keys)
    return await at(createStore(env, db, keys, now))
  } finally {
    db.sqlite.close()
  }
}
