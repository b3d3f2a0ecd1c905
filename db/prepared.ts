import type { Statement } from 'better-sqlite3'
import type { Db } from './open.ts'

const kept = new WeakMap<Db, Map<string, Statement>>()

/** A statement that is compiled once for a connection; for texts of which there are few. */
export function prepared<Values extends unknown[], Row>(
  db: Db,
  sql: string,
): Statement<Values, Row> {
  const ours = kept.get(db) ?? new Map<string, Statement>()
  kept.set(db, ours)
  const statement = ours.get(sql) ?? db.sqlite.prepare(sql)
  ours.set(sql, statement)
  return statement as Statement<Values, Row>
}
