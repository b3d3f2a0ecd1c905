import { closeSync, existsSync, openSync, readSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { refuseForeignMigrations } from './migrate.ts'
import { type Db, refuseOtherProgram } from './open.ts'
import { openForReading } from './read.ts'
import { type HistoryHead, hasLog, headOf, stateFile, volumeState } from './volume.ts'

const remedy = 'Nothing was changed. Restore a backup: npm run cli -- restore FILE'

/** Events that were acknowledged and are not in the database any more: at least so many, from the instant `since` on. */
export type LostEvents = { events: number; since: number; head: HistoryHead }

/** Where the last loss is noted in the database, so that it is told once; `db` cannot know more of it. */
export const lostEventsRow = 'lost-events'

/**
 * Checks the data folder before anything is opened for writing, and throws in plain words instead of creating a new
 * database over a lost one. Reads every page after an unclean stop. `look` may look at a database that holds something.
 */
export function checkBeforeOpening(
  folder: string,
  migrations: string,
  look: (db: Db) => void,
): { readAll: boolean; lost: LostEvents | null } {
  const path = join(folder, 'countersign.db')
  const state = volumeState(folder)
  const size = existsSync(path) ? statSync(path).size : null
  if (!state && !size) return { readAll: false, lost: null }
  if (size === null)
    throw new Error(
      `${path} is missing, but this folder has held a database. Is the right volume mounted? ${remedy}`,
    )
  if (size === 0) throw new Error(`${path} is empty, but this folder has held data. ${remedy}`)
  readHeader(path, size)
  const readAll = state?.isRunning !== false
  if (hasLog(path) && !readAll)
    throw new Error(
      `${path}-wal lies beside a database that was left in good order. Nothing was changed. Either it belongs to another one: move it away. Or something else wrote here and was killed: write "running" into ${stateFile(folder)}. Then start again.`,
    )
  const fault = readAll ? faultIn(path) : null
  if (fault !== null) throw new Error(`${path} is damaged (${fault}). ${remedy}`)
  const db = openForReading(path)
  try {
    refuseOtherProgram(db)
    const isNew = refuseForeignMigrations(db, migrations).recorded === 0
    const lost = state?.head ? missing(db, isNew, state.head, readAll) : null
    if (!isNew) look(db)
    return { readAll, lost }
  } finally {
    db.sqlite.close()
  }
}

/** The first 100 bytes tell whether it is a database, and its least length. */
function readHeader(path: string, size: number) {
  const header = Buffer.alloc(100)
  const file = openSync(path, 'r')
  readSync(file, header, 0, 100, 0)
  closeSync(file)
  if (header.toString('latin1', 0, 16) !== 'SQLite format 3\0')
    throw new Error(`${path} is not a database. ${remedy}`)
  // 1 stands for 65536, which does not fit in two bytes
  const pageSize = header.readUInt16BE(16) === 1 ? 65536 : header.readUInt16BE(16)
  const needed = pageSize * header.readUInt32BE(28)
  // A write-ahead log that is not merged yet may hold the rest.
  if (!hasLog(path) && size < needed)
    throw new Error(`${path} is cut short: ${size} bytes of ${needed}. ${remedy}`)
}

/** What is wrong with the pages, including the log; `null` when they are sound. */
function faultIn(path: string): string | null {
  const db = openForReading(path)
  try {
    const result = String(db.sqlite.pragma('quick_check', { simple: true }))
    return result === 'ok' ? null : result.replace(/\s+/g, ' ').slice(0, 120)
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  } finally {
    db.sqlite.close()
  }
}

/**
 * The events up to the head in the state file that are not in the database: a kill can only have cost them with the
 * write-ahead log. Throws when another database lies there than the one that the file was written for.
 */
function missing(db: Db, isNew: boolean, head: HistoryHead, mayBeLost: boolean): LostEvents | null {
  if (!isNew && (isStored(db, head) || isNoted(db, head))) return null
  const last = isNew ? null : headOf(db)
  const state = stateFile(dirname(db.path))
  if (!last || !mayBeLost || last.seq >= head.seq)
    throw new Error(
      `${db.path} is not the database that was here: ${last ? `its history ends at event ${last.seq}` : 'it has no history'}, and event ${head.seq} as ${state} has it is not in it. Nothing was changed. Put the right file back, or restore a backup: npm run cli -- restore FILE. If this file is meant, remove ${state} first.`,
    )
  const at = db.sqlite.prepare<[number], number>('select at from events where seq = ?').pluck()
  return { events: head.seq - last.seq, since: at.get(last.seq) ?? 0, head }
}

const isStored = ({ sqlite }: Db, { seq, hash }: HistoryHead) =>
  sqlite.prepare('select hash from events where seq = ?').pluck().get(seq) === hash

/** A loss up to this head is noted in the database already; only the state file was not written any more. */
const isNoted = ({ sqlite }: Db, { hash }: HistoryHead) =>
  sqlite
    .prepare("select value ->> '$.head.hash' from installation where name = ?")
    .pluck()
    .get(lostEventsRow) === hash
