import Database from 'better-sqlite3'

/** Changes a database file as somebody without the key could, past its triggers, which it has again afterwards. */
export function tamper(path: string, sql: string) {
  const db = new Database(path)
  const triggers = db
    .prepare<[], { name: string; sql: string }>(
      "select name, sql from sqlite_master where type = 'trigger'",
    )
    .all()
  for (const { name } of triggers) db.exec(`drop trigger ${name}`)
  db.exec(sql)
  for (const { sql } of triggers) db.exec(sql)
  db.close()
}
