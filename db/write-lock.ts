import { setTimeout as sleep } from 'node:timers/promises'
import type { Db } from './open.ts'
import { transact, type Writing } from './transaction.ts'

/** Together about five seconds. */
const attempts = 500
const pause = 10

/**
 * Resolves once no other process holds the write lock. Other requests are answered meanwhile, which SQLite's own wait
 * would prevent. Rejects with SQLite's error after about five seconds.
 */
export const whenWritable = (db: Db): Promise<void> => retryWhileBusy(db, () => takeLock(db))

/** Runs `transact` as soon as the write lock is free; none of the work is done before that. */
export const transactSoon = <D extends { db: Db }, Result>(
  deps: D,
  work: (deps: Writing<D>) => Result,
): Promise<Result> => retryWhileBusy(deps.db, () => transact(deps, work))

/** Runs one write, without a transaction, as soon as the write lock is free. */
export const writeSoon = <Result>(db: Db, write: () => Result): Promise<Result> =>
  retryWhileBusy(db, write)

/** Runs an optional write, unless another process holds the lock. */
export function writeUnlessBusy(db: Db, write: () => void) {
  if (db.lockCheck || db.rewriting) return
  try {
    withoutWaiting(db, write)
  } catch (error) {
    if (!isBusy(error)) throw error
  }
}

/** Another process holds the write lock: nothing was changed, and trying again is safe. */
export const isBusy = (error: unknown) =>
  error instanceof Error && 'code' in error && /^SQLITE_(BUSY|LOCKED)/.test(String(error.code))

async function retryWhileBusy<Result>(db: Db, attempt: () => Result): Promise<Result> {
  let busy = db.lockCheck && (await db.lockCheck)
  for (let left = attempts; ; left--) {
    if (db.rewriting) await db.rewriting
    try {
      if (busy) throw busy
      return withoutWaiting(db, attempt)
    } catch (error) {
      if (!isBusy(error) || left === 0) throw error
    }
    busy = await checkLockSoon(db)
  }
}

/**
 * One check shared by all who wait: resolves with SQLite's error while the lock is held, with `null` once it is free.
 */
function checkLockSoon(db: Db): Promise<unknown> {
  db.lockCheck ??= sleep(pause).then(() => {
    db.lockCheck = null
    try {
      withoutWaiting(db, () => takeLock(db))
      return null
    } catch (error) {
      return error
    }
  })
  return db.lockCheck
}

/** Turns off SQLite's own wait, which stops this process. */
function withoutWaiting<Result>({ sqlite }: Db, write: () => Result): Result {
  const usual = sqlite.pragma('busy_timeout', { simple: true })
  sqlite.pragma('busy_timeout = 0')
  try {
    return write()
  } finally {
    sqlite.pragma(`busy_timeout = ${usual}`)
  }
}

function takeLock({ sqlite }: Db) {
  sqlite.exec('begin immediate')
  sqlite.exec('commit')
}
