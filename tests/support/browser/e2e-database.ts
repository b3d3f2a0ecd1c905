import { join } from 'node:path'
import Database from 'better-sqlite3'

type Stored = { id: string; status: string; image: number }

/** The applications that the server has stored for an address, with the sizes of their signatures in bytes. */
export function applicationsOf({ dataDir }: { dataDir: string }, mainEmail: string): Stored[] {
  const database = new Database(join(dataDir, 'countersign.db'), { readonly: true })
  try {
    return database
      .prepare(
        `SELECT id, status,
           (SELECT coalesce(max(length(png)), 0) FROM signatures WHERE application = seq) AS image
         FROM applications WHERE main_email = ?`,
      )
      .all(mainEmail) as Stored[]
  } finally {
    database.close()
  }
}
