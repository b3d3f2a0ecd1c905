import { chmodSync, existsSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import Database from 'better-sqlite3'
import { type BetterSQLite3Database, drizzle } from 'drizzle-orm/better-sqlite3'
import { closeToOthers } from './files.ts'

type Orm = BetterSQLite3Database

export type Db = {
  orm: Orm
  sqlite: Database.Database
  path: string
  /** True for the seconds in which `vacuum` runs in its thread. A write has to wait until it ends. */
  isRewritten: boolean
}

/** Spells "CSgn". It marks the file as ours, so that a wrong volume is noticed. */
const applicationId = 0x4353676e

/** Milliseconds that a command or a start waits while another process writes. */
export const busyTimeoutMs = 5000

/**
 * Milliseconds that the server waits while a command writes; it answers nobody else meanwhile. A command writes for a
 * few milliseconds, or for up to 0.4 s on a machine with eight times more work than processors.
 */
export const briefly = 1000

/** The order matters: SQLite lowers `synchronous` by itself when WAL is switched on. */
const pragmas: readonly (readonly [
  name: string,
  value: string | number,
  reads: string | number,
])[] = [
  ['journal_mode', 'WAL', 'wal'],
  ['synchronous', 'FULL', 2],
  ['foreign_keys', 'ON', 1],
  ['trusted_schema', 'OFF', 0],
  // makes REPLACE fire the append-only triggers too
  ['recursive_triggers', 'ON', 1],
  ['cell_size_check', 'ON', 1],
  ['secure_delete', 'ON', 1],
  ['temp_store', 'MEMORY', 2],
  ['journal_size_limit', 67108864, 67108864],
  ['wal_autocheckpoint', 1000, 1000],
]

export function openDatabase(path: string, busyTimeout: number = briefly): Db {
  const isNew = path === ':memory:' || !existsSync(path) || statSync(path).size === 0
  const sqlite = new Database(path)
  if (isNew && path !== ':memory:') chmodSync(path, 0o600)
  try {
    if (isNew) {
      // a journal file that a kill left behind would stop the next start
      sqlite.pragma('journal_mode = MEMORY')
      sqlite.pragma(`application_id = ${applicationId}`)
    }
    refuseOtherProgram({ sqlite, path })
    // this comes before SQLite creates the log, because the log copies the permissions of the database file
    if (path !== ':memory:') closeToOthers(dirname(path))
    const busy = ['busy_timeout', busyTimeout, busyTimeout] as const
    for (const [name, value, reads] of [...pragmas, busy]) {
      sqlite.pragma(`${name} = ${value}`)
      const got = sqlite.pragma(name, { simple: true })
      if (got !== reads && !(path === ':memory:' && name === 'journal_mode'))
        throw new Error(`${path}: ${name} reads ${got} instead of ${reads}`)
    }
  } catch (error) {
    sqlite.close()
    throw error
  }
  return connect(sqlite, path)
}

export function refuseOtherProgram({ sqlite, path }: Pick<Db, 'sqlite' | 'path'>) {
  if (programOf(sqlite, path) !== applicationId)
    throw new Error(`${path} is not a Countersign database`)
}

function programOf(sqlite: Database.Database, path: string) {
  try {
    return sqlite.pragma('application_id', { simple: true })
  } catch (error) {
    if (!(error instanceof Database.SqliteError) || error.code !== 'SQLITE_NOTADB') throw error
    throw new Error(`${path} is not a database, or its beginning is damaged`)
  }
}

export const connect = (sqlite: Database.Database, path: string): Db => ({
  orm: drizzle(keepingStatements(sqlite), { casing: 'snake_case' }),
  sqlite,
  path,
  isRewritten: false,
})

/** The number has to be limited, because each length of a list of values makes another SQL text. */
const mostStatements = 1000

/** Reuses the prepared statement of an SQL text. Drizzle would prepare each query again. */
function keepingStatements(sqlite: Database.Database): Database.Database {
  const statements = new Map<string, Database.Statement>()
  const prepare = (text: string) => {
    const cached = statements.get(text)
    // Drizzle makes a statement return arrays only for the queries that it maps itself
    if (cached) return cached.reader ? cached.raw(false) : cached
    if (statements.size >= mostStatements) statements.clear()
    const statement = sqlite.prepare(text)
    statements.set(text, statement)
    return statement
  }
  return Object.create(sqlite, { prepare: { value: prepare } })
}

export function builtOnce<Query>(build: (orm: Orm) => Query): (db: Db) => Query {
  const queries = new WeakMap<Orm, Query>()
  return ({ orm }) => {
    const query = queries.get(orm) ?? build(orm)
    queries.set(orm, query)
    return query
  }
}

/** Runs `work` so that it fails at once, instead of waiting, when another connection holds the lock. */
export function atOnce<Result>(db: Db, work: (db: Db) => Result): Result {
  const usual = db.sqlite.pragma('busy_timeout', { simple: true })
  db.sqlite.pragma('busy_timeout = 0')
  try {
    return work(db)
  } finally {
    db.sqlite.pragma(`busy_timeout = ${usual}`)
  }
}

/**
 * Closes the database. When the disk is full or the database is locked, the log stays and the next start reads it.
 */
export function closeDatabase({ sqlite }: Db) {
  if (!sqlite.open) return
  try {
    sqlite.pragma('busy_timeout = 200')
    sqlite.pragma('optimize')
    sqlite.pragma('wal_checkpoint(TRUNCATE)')
  } catch (error) {
    if (!(error instanceof Database.SqliteError)) throw error
  } finally {
    sqlite.close()
  }
}

export const openForReading = (path: string): Db =>
  connect(new Database(path, { readonly: true, fileMustExist: true, timeout: 5000 }), path)
