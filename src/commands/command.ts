import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { refuseForeignMigrations } from '#db/migrate.ts'
import {
  busyTimeoutMs,
  closeDatabase,
  openDatabase,
  openForReading,
  refuseOtherProgram,
} from '#db/open.ts'
import { actAsOwner, refuseOtherUsers, refuseWithoutRights } from '#db/owner.ts'
import { requireFile } from '#db/restore.ts'
import { isServed } from '#db/volume.ts'
import type { Store } from '#src/deps.ts'
import { verifyKey } from '#src/domain/audit/installation.ts'
import { createStore, openData } from '#src/domain/maintenance/data-folder.ts'
import { type Env, readEnv } from '#src/env.ts'
import { hasKey, keyless, loadKeys } from '#src/security/keys.ts'

export type Terminal = {
  say: (line: string) => void
  askSecret: (question: string) => Promise<string>
}

export type Command = {
  usage: readonly string[]
  run: (store: Store, terminal: Terminal, args: string[]) => Promise<void> | void
}

export class UsageError extends Error {}

/** Runs `work` until Ctrl-C, or until the server that started this process ends. */
export async function untilStopped<T>(work: (stopping: AbortSignal) => Promise<T>): Promise<T> {
  const stopping = new AbortController()
  const stop = () => stopping.abort()
  const signals = ['SIGINT', 'SIGTERM', 'disconnect'] as const
  for (const signal of signals) process.once(signal, stop)
  try {
    return await work(stopping.signal)
  } catch (error) {
    if (stopping.signal.aborted) throw new Error('Stopped before it was finished.')
    throw error
  } finally {
    for (const signal of signals) process.off(signal, stop)
  }
}

export const terminal: Terminal = {
  say: (line) => process.stdout.write(`${line}\n`),
  async askSecret(question) {
    const isTerminal = process.stdin.isTTY
    if (isTerminal) process.stderr.write(question)
    const lines = createInterface({ input: process.stdin, output: silent(), terminal: isTerminal })
    try {
      for await (const line of lines) return line
      throw new Error('Nothing was entered')
    } finally {
      lines.close()
      if (isTerminal) process.stderr.write('\n')
    }
  },
}

const silent = () => new Writable({ write: (_chunk, _encoding, done) => done() })

export type CommandContext = {
  source: Record<string, string | undefined>
  built: string
  now: () => number
}

export type StandaloneCommand = {
  usage: readonly string[]
  runAlone: (context: CommandContext, terminal: Terminal, args: string[]) => Promise<void> | void
}

export function envOf({ source }: CommandContext): Env {
  const parsed = readEnv(source)
  if (parsed.ok) return parsed.env
  throw new Error(`The environment is not right:\n  ${parsed.faults.join('\n  ')}`)
}

export const databaseOf = ({ DATA_DIR }: Env) => join(DATA_DIR, 'countersign.db')

export const migrationsOf = ({ built }: CommandContext) => join(built, 'migrations')

/** Returns the environment for a command that writes in the data folder, after `actAsOwner`. */
export function ownerEnv(env: Env): Env {
  const variables = actAsOwner(env.DATA_DIR)
  return { ...env, resticVariables: { ...env.resticVariables, ...variables } }
}

/** Opens the database for reading and leaves no files beside it. */
export async function withReadOnlyDatabase<T>(
  env: Env,
  { now }: CommandContext,
  path: string,
  at: (store: Store) => Promise<T> | T,
): Promise<T> {
  if (path === databaseOf(env)) refuseOtherUsers(env.DATA_DIR)
  requireFile(path)
  if (!hasKey(env)) throw new Error(keyless)
  const { keys } = loadKeys(env)
  const db = openForReading(path)
  try {
    refuseOtherProgram(db)
    verifyKey(db, keys)
    return await at(createStore(env, db, keys, now))
  } finally {
    db.sqlite.close()
  }
}

export async function withStore<T>(
  env: Env,
  context: CommandContext,
  at: (store: Store) => Promise<T> | T,
): Promise<T> {
  const dataEnv = ownerEnv(env)
  mkdirSync(dataEnv.DATA_DIR, { recursive: true, mode: 0o700 })
  refuseWithoutRights(dataEnv.DATA_DIR)
  const { close, ...store } = isServed(dataEnv.DATA_DIR)
    ? openServedData(dataEnv, context)
    : openData(dataEnv, migrationsOf(context), context.now, { holdsLock: false })
  try {
    return await at(store)
  } finally {
    close()
  }
}

function openServedData(env: Env, context: CommandContext) {
  const { keys } = loadKeys(env)
  const db = openDatabase(databaseOf(env), busyTimeoutMs)
  const { shipped, recorded } = refuseForeignMigrations(db, migrationsOf(context))
  if (shipped.length > recorded)
    throw new Error('The server in this folder runs an older version: upgrade and start it first')
  verifyKey(db, keys)
  return { ...createStore(env, db, keys, context.now), close: () => closeDatabase(db) }
}
