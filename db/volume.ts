import { existsSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { isHeld } from './lock.ts'
import { closeDatabase, type Db } from './open.ts'
import { syncPath } from './sync.ts'

/** Number and hash of the last event of a history. */
export type HistoryHead = { seq: number; hash: string }

/** What the state file says: a process runs or was killed, and how far the history went when it was written. */
type VolumeState = { isRunning: boolean; head: HistoryHead | null }

/** The file with the state, one line such as `running 1204 7f3a...`. If it exists, there has been a database. */
export const stateFile = (folder: string) => join(folder, 'volume.state')

/**
 * Reads the state; `null` before the first database. The first version wrote a word without a head. A file that says
 * something else says nothing of how the last process ended.
 */
export function volumeState(folder: string): VolumeState | null {
  if (!existsSync(stateFile(folder))) return null
  const text = readFileSync(stateFile(folder), 'utf8').trim()
  const [, word, seq, hash] = /^(\w+)(?: (\d{1,15}) ([0-9a-f]{64}))?$/.exec(text) ?? []
  return { isRunning: word !== 'stopped', head: hash ? { seq: Number(seq), hash } : null }
}

/** Replaces the state, on the disk. Written after a commit, never before: a file that is behind its database is right. */
export function writeState(folder: string, { isRunning, head }: VolumeState) {
  const draft = `${stateFile(folder)}.new`
  const words = [isRunning ? 'running' : 'stopped', ...(head ? [head.seq, head.hash] : [])]
  try {
    writeFileSync(draft, `${words.join(' ')}\n`, { mode: 0o600, flush: true })
    renameSync(draft, stateFile(folder))
  } catch (error) {
    rmSync(draft, { force: true })
    throw error
  }
  syncPath(folder, 'r')
}

/** Marks that a process is about to write. A killed one has left the mark, which a full disk must not keep from starting. */
export function markRunning(folder: string) {
  const state = volumeState(folder)
  if (!state?.isRunning) writeState(folder, { isRunning: true, head: state?.head ?? null })
}

/** Writes how far the history goes by now. */
export const noteHead = (db: Db) =>
  writeState(dirname(db.path), { isRunning: true, head: headOf(db) })

/**
 * Closes the database and marks a clean stop, unless another reader (a side-car) kept the log from being merged: then the
 * next start reads every page, as after a kill.
 */
export function closeAndMark(db: Db, mayMark: () => boolean) {
  try {
    const head = headOf(db)
    closeDatabase(db)
    if (!hasLog(db.path) && mayMark()) writeState(dirname(db.path), { isRunning: false, head })
  } catch {
    // a full or failing disk: the mark of a running process stays
    closeDatabase(db)
  }
}

/** The last event that is stored; `null` without one. */
export const headOf = ({ sqlite }: Db): HistoryHead | null =>
  sqlite.prepare<[], HistoryHead>('select seq, hash from events order by seq desc limit 1').get() ??
  null

/** Whether a write-ahead log holds anything beside a database. */
export const hasLog = (path: string) =>
  existsSync(`${path}-wal`) && statSync(`${path}-wal`).size > 0

/** Whether a server holds the folder. */
export function isServed(folder: string): boolean {
  return isHeld(join(folder, 'lock.db'))
}
