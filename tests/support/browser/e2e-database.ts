import { join } from 'node:path'
import Database from 'better-sqlite3'

/** What the server has stored: how many applications, the newest one's status and its signature's size in bytes. */
export function openDatabase(dataDir: string): {
  applications: number
  status: string | null
  image: number
} {
  const database = new Database(join(dataDir, 'countersign.db'), { readonly: true })
  try {
    const count = database.prepare('SELECT count(*) FROM applications').pluck().get() as number
    const newest = 'SELECT status FROM applications ORDER BY seq DESC'
    const status = (database.prepare(newest).pluck().get() as string | undefined) ?? null
    const sizes =
      'SELECT coalesce(max(length(png)), 0) FROM signatures WHERE application = (SELECT max(seq) FROM applications)'
    return { applications: count, status, image: database.prepare(sizes).pluck().get() as number }
  } finally {
    database.close()
  }
}
