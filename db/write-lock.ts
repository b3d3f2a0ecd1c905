import { setTimeout as sleep } from 'node:timers/promises'
import type { Db } from './open.ts'
import { transact, type Writing } from './transaction.ts'

/** How long a write waits while another process writes, and between two looks, in milliseconds. */
const longest = 5000
const pause = 20

/**
 * Runs `transact` as soon as no other process holds the write lock; none of the work is done before that. Other requests
 * are answered meanwhile, which SQLite's own wait would prevent. Rejects with SQLite's error after five seconds.
 */
export async function transactSoon<D extends { db: Db }, Result>(
  deps: D,
  work: (deps: Writing<D>) => Result,
): Promise<Result> {
  const { db } = deps
  const end = performance.now() + longest
  let isFree = !db.look || (await db.look)
  for (;;) {
    if (db.rewriting) await db.rewriting
    const isLast = performance.now() > end
    try {
      if (isFree || isLast) return withoutWaiting(db, () => transact(deps, work))
    } catch (error) {
      if (!isBusy(error) || isLast) throw error
    }
    isFree = await lookSoon(db)
  }
}

/** Whether the lock is free after a pause: one look is shared by all who wait, or a crowd would keep the server busy. */
function lookSoon(db: Db): Promise<boolean> {
  db.look ??= sleep(pause).then(() => {
    db.look = null
    try {
      withoutWaiting(db, () => transact({ db }, () => {}))
      return true
    } catch (error) {
      if (isBusy(error)) return false
      throw error
    }
  })
  return db.look
}

/** Resolves once no other process holds the write lock; rejects as `transactSoon`. */
export const whenWritable = (db: Db): Promise<void> => transactSoon({ db }, () => {})

/** Runs an optional write, unless another process holds the lock. */
export function writeUnlessBusy(db: Db, write: () => void) {
  if (db.rewriting) return
  try {
    withoutWaiting(db, write)
  } catch (error) {
    if (!isBusy(error)) throw error
  }
}

/** Another process holds the write lock: nothing was changed, and trying again is safe. */
export const isBusy = (error: unknown) =>
  error instanceof Error && 'code' in error && /^SQLITE_(BUSY|LOCKED)/.test(String(error.code))

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
