import {
  closeSync,
  existsSync,
  openSync,
  readFileSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { syncPath } from './files.ts'
import { isHeld } from './lock.ts'
import { refuseForeignMigrations } from './migrate.ts'
import { closeDatabase, type Db, openForReading, refuseOtherProgram } from './open.ts'

export type HistoryHead = { seq: number; hash: string }

type VolumeState = { isRunning: boolean; head: HistoryHead | null }

/** The file has one line, such as `running 1204 7f3a...`. It exists as soon as the folder has held a database. */
export const stateFile = (folder: string) => join(folder, 'volume.state')

/**
 * Returns `null` before the first database. An unknown word counts as "running": the last process may have ended in
 * any way.
 */
export function volumeState(folder: string): VolumeState | null {
  if (!existsSync(stateFile(folder))) return null
  const text = readFileSync(stateFile(folder), 'utf8').trim()
  const [, word, seq, hash] = /^(\w+)(?: (\d{1,15}) ([0-9a-f]{64}))?$/.exec(text) ?? []
  return { isRunning: word !== 'stopped', head: hash ? { seq: Number(seq), hash } : null }
}

/**
 * Writes the state. Callers do so after a commit, never before, because a state that lags behind its database is
 * still correct.
 */
export function writeState(folder: string, { isRunning, head }: VolumeState) {
  const draft = `${stateFile(folder)}.new`
  const words = [isRunning ? 'running' : 'stopped', ...(head ? [head.seq, head.hash] : [])]
  try {
    writeFileSync(draft, `${words.join(' ')}\n`, { mode: 0o600, flush: true })
    renameSync(draft, stateFile(folder))
  } catch (error) {
    // another command has just written its own state
    const isThere =
      (error as NodeJS.ErrnoException).code === 'ENOENT' && existsSync(stateFile(folder))
    if (isThere) return
    rmSync(draft, { force: true })
    throw error
  }
  syncPath(folder, 'r')
}

export function markRunning(folder: string) {
  const state = volumeState(folder)
  if (!state?.isRunning) writeState(folder, { isRunning: true, head: state?.head ?? null })
}

export const noteHead = (db: Db) =>
  writeState(dirname(db.path), { isRunning: true, head: headOf(db) })

export function closeAndMark(db: Db, mayMark: () => boolean) {
  try {
    const head = headOf(db)
    closeDatabase(db)
    if (!hasLog(db.path) && mayMark()) writeState(dirname(db.path), { isRunning: false, head })
  } catch {
    // on a full or failing disk the state keeps saying that a process is running
    closeDatabase(db)
  }
}

export const headOf = ({ sqlite }: Db): HistoryHead | null =>
  sqlite.prepare<[], HistoryHead>('select seq, hash from events order by seq desc limit 1').get() ??
  null

export const hasLog = (path: string) =>
  existsSync(`${path}-wal`) && statSync(`${path}-wal`).size > 0

export function isServed(folder: string): boolean {
  return isHeld(join(folder, 'lock.db'))
}

const remedy = 'Nothing was changed. Restore a backup: npm run cli -- restore FILE'

/**
 * Confirmed events that are no longer in the database. `events` is the least possible number of them, and `since` the
 * earliest possible time.
 */
export type LostEvents = { events: number; since: number; head: HistoryHead }

export const lostEventsRow = 'lost-events'

/** Throws instead of creating a new database in place of a lost one. Reads every page after an unclean stop. */
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
      `${path}-wal is next to a database that was closed properly. Nothing was changed. If it belongs to another database, move it away. If another program wrote here and was killed, write "running" into ${stateFile(folder)}. Then start again.`,
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

function readHeader(path: string, size: number) {
  const header = Buffer.alloc(100)
  const file = openSync(path, 'r')
  readSync(file, header, 0, 100, 0)
  closeSync(file)
  if (header.toString('latin1', 0, 16) !== 'SQLite format 3\0')
    throw new Error(`${path} is not a database. ${remedy}`)
  // the value 1 means 65536, which does not fit in two bytes
  const pageSize = header.readUInt16BE(16) === 1 ? 65536 : header.readUInt16BE(16)
  const needed = pageSize * header.readUInt32BE(28)
  // a write-ahead log that is not merged yet may hold the rest
  if (!hasLog(path) && size < needed)
    throw new Error(`${path} is cut short: ${size} bytes of ${needed}. ${remedy}`)
}

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

/** Returns the events up to the noted head that were lost with the log. Throws for a different database. */
function missing(db: Db, isNew: boolean, head: HistoryHead, mayBeLost: boolean): LostEvents | null {
  if (!isNew && (isStored(db, head) || isNoted(db, head))) return null
  const last = isNew ? null : headOf(db)
  const state = stateFile(dirname(db.path))
  if (!last || !mayBeLost || last.seq >= head.seq)
    throw new Error(
      `${db.path} is not the database that was here: ${last ? `its history ends at event ${last.seq}` : 'it has no history'}, and it does not contain event ${head.seq} as recorded in ${state}. Nothing was changed. Put the right file back, or restore a backup: npm run cli -- restore FILE. If you do want to use this file, remove ${state} first.`,
    )
  const at = db.sqlite.prepare<[number], number>('select at from events where seq = ?').pluck()
  return { events: head.seq - last.seq, since: at.get(last.seq) ?? 0, head }
}

const isStored = ({ sqlite }: Db, { seq, hash }: HistoryHead) =>
  sqlite.prepare('select hash from events where seq = ?').pluck().get(seq) === hash

/** Returns whether the loss is recorded already, and only the state file could not be updated. */
const isNoted = ({ sqlite }: Db, { hash }: HistoryHead) =>
  sqlite
    .prepare("select value ->> '$.head.hash' from installation where name = ?")
    .pluck()
    .get(lostEventsRow) === hash
