import { atOnce, type Db } from './open.ts'

/**
 * Writes the write-ahead log into the file and empties it, because deleted rows stay in it until then. Returns false when
 * another process was reading.
 */
export function emptyLog(db: Db): boolean {
  const [result] = atOnce(db, ({ sqlite }) => sqlite.pragma('wal_checkpoint(TRUNCATE)')) as {
    busy: number
  }[]
  return result?.busy === 0
}
