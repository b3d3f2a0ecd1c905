import { createHash } from 'node:crypto'
import Database from 'better-sqlite3'

/** The number of rows, and a hash over all rows of each table; what commands themselves record and seal is left out. */
export function rowsOf(path) {
  const db = new Database(path, { readonly: true })
  let rows = 0
  const tables = db
    .prepare(
      "select name from sqlite_master where type = 'table' and name not like 'sqlite_%' and name <> 'installation' order by 1",
    )
    .pluck()
    .all()
    .map((table) => {
      const hash = createHash('sha256')
      const where = table === 'events' ? "where actor_kind <> 'system'" : ''
      for (const row of db.prepare(`select * from "${table}" ${where}`).raw().iterate()) {
        rows += 1
        hash.update(JSON.stringify(row))
      }
      return [table, hash.digest('hex')]
    })
  db.close()
  return { rows, tables }
}

/** The names of the tables whose rows differ. */
export function differing(one, other) {
  const others = new Map(other.tables)
  return one.tables.flatMap(([table, hash]) => (hash === others.get(table) ? [] : [table]))
}

/** The references of all applications. */
export function idsIn(path) {
  const db = new Database(path, { readonly: true })
  const ids = new Set(db.prepare('select id from applications').pluck().all())
  db.close()
  return ids
}
