import { closeSync, existsSync, openSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'

/**
 * Takes the lock for the life of the process, so that two servers never write to one database. The lock is released
 * when the process is killed.
 */
export function takeLock(folder: string): () => void {
  const path = join(folder, 'lock.db')
  const release = lockOrExplain(path)
  if (release) return release
  throw new Error(
    `${folder} is in use by another Countersign process (lock.db is held). Stop it first, or use a different folder.`,
  )
}

/** Also gives the right answer on a full disk, because SQLite notices the lock before it writes. */
export function isHeld(path: string): boolean {
  if (!existsSync(path)) return false
  try {
    const release = tryLock(path, 200)
    release?.()
    return release === null
  } catch (error) {
    return !(error instanceof Database.SqliteError)
  }
}

function lockOrExplain(path: string) {
  try {
    return tryLock(path, 200)
  } catch (error) {
    if (!(error instanceof Database.SqliteError)) throw error
    throw new Error(`${path} cannot be written (${error.message}). Is the disk full?`)
  }
}

export function tryLock(path: string, timeout: number): (() => void) | null {
  closeSync(openSync(path, 'a', 0o600))
  const lock = new Database(path, { timeout })
  try {
    lock.pragma('locking_mode = EXCLUSIVE')
    lock.exec('begin exclusive')
  } catch (error) {
    lock.close()
    if (isBusy(error)) return null
    throw error
  }
  return () => lock.close()
}

/** Returns whether SQLite gave up waiting for the lock of another connection. */
export const isBusy = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && /^SQLITE_(BUSY|LOCKED)/.test(String(error.code))
