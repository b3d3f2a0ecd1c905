import type Database from 'better-sqlite3'
import type { Db, Orm } from './open.ts'

const most = 500

/**
 * A query that is built once for a connection: drizzle takes longer to write a query down than SQLite to answer it.
 * What changes from call to call stands in it as `sql.placeholder`.
 */
export function perConnection<Query>(build: (orm: Orm) => Query): (db: Db) => Query {
  const built = new WeakMap<Db, Query>()
  return function queryOf(db) {
    const query = built.get(db) ?? build(db.orm)
    built.set(db, query)
    return query
  }
}

/**
 * Keeps compiled statements by their text, because compiling takes longer than running. A statement that is still being
 * read is not handed out twice.
 */
export function keepStatements(sqlite: Database.Database) {
  const kept = new Map<string, Database.Statement>()
  const compile = sqlite.prepare.bind(sqlite)
  function prepare(sql: string): Database.Statement {
    const known = kept.get(sql)
    if (known && !known.busy) return known.reader ? known.raw(false).pluck(false) : known
    const made = compile(sql)
    if (kept.size < most) kept.set(sql, made)
    return made
  }
  sqlite.prepare = prepare as Database.Database['prepare']
}
