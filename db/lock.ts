import { closeSync, openSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'

/**
 * Holds `lock.db` for the life of the process, so that two servers never write one file; a killed process frees it.
 * Throws in plain words when another process has it. Answers how to let go.
 */
export function takeLock(folder: string): () => void {
  const letGo = tryLock(join(folder, 'lock.db'), 200)
  if (letGo) return letGo
  throw new Error(
    `${folder} is in use by another Countersign process (lock.db is held). Stop it first, or give this one a folder of its own.`,
  )
}

/** Locks a file, which is made for that, and returns how to let go; `null` when another process has it. */
export function tryLock(path: string, timeout: number): (() => void) | null {
  closeSync(openSync(path, 'a', 0o600))
  const lock = new Database(path, { timeout })
  try {
    lock.pragma('locking_mode = EXCLUSIVE')
    lock.exec('begin exclusive')
  } catch {
    lock.close()
    return null
  }
  return () => lock.close()
}
