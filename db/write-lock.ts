import { setTimeout as sleep } from 'node:timers/promises'
import type { Db } from './open.ts'
import { transact, type Writing } from './transaction.ts'

/** Together about five seconds. */
const attempts = 500
const pause = 10

/**
 * Resolves once no other process holds the write lock. Others are answered meanwhile; SQLite's own wait would stop the
 * whole process. Rejects with SQLite's error after some five seconds.
 */
export const whenWritable = (db: Db): Promise<void> => patiently(db, () => tryLock(db))

/** Runs `transact` as soon as the write lock is free. Nothing of the work is done before that. */
export const transactSoon = <D extends { db: Db }, Result>(
  deps: D,
  work: (deps: Writing<D>) => Result,
): Promise<Result> => patiently(deps.db, () => transact(deps, work))

/** Runs one write, without a transaction, as soon as the write lock is free. */
export const writeSoon = <Result>(db: Db, write: () => Result): Promise<Result> =>
  patiently(db, write)

/** Runs a write that nobody misses, unless another process holds the lock. */
export function writeUnlessBusy(db: Db, write: () => void) {
  if (looks.has(db)) return
  try {
    atOnce(db, write)
  } catch (error) {
    if (!isBusy(error)) throw error
  }
}

/** Another process holds the write lock: nothing was changed, and trying again is safe. */
export const isBusy = (error: unknown) =>
  error instanceof Error && 'code' in error && /^SQLITE_(BUSY|LOCKED)/.test(String(error.code))

/** The next look at the lock, shared by everybody who waits. */
const looks = new WeakMap<Db, Promise<unknown>>()

async function patiently<Result>(db: Db, attempt: () => Result): Promise<Result> {
  let busy: unknown = null
  for (let left = attempts; ; left--) {
    if (busy || looks.has(db)) busy = await nextLook(db)
    // somebody else has just found the lock taken again
    if (!busy && looks.has(db) && left > 0) continue
    try {
      if (busy) throw busy
      return atOnce(db, attempt)
    } catch (error) {
      if (!isBusy(error) || left <= 0) throw error
      busy = error
    }
  }
}

/** Resolves with SQLite's error while another process still holds the lock, with `null` once it is free. */
function nextLook(db: Db): Promise<unknown> {
  const look = looks.get(db) ?? sleep(pause).then(() => lookAgain(db))
  looks.set(db, look)
  return look
}

function lookAgain(db: Db): unknown {
  looks.delete(db)
  try {
    atOnce(db, () => tryLock(db))
    return null
  } catch (error) {
    return error
  }
}

/** Without SQLite's own wait, which stops this process. */
function atOnce<Result>({ sqlite }: Db, write: () => Result): Result {
  const usual = sqlite.pragma('busy_timeout', { simple: true })
  sqlite.pragma('busy_timeout = 0')
  try {
    return write()
  } finally {
    sqlite.pragma(`busy_timeout = ${usual}`)
  }
}

function tryLock({ sqlite }: Db) {
  sqlite.exec('begin immediate')
  sqlite.exec('commit')
}
