import { setTimeout as sleep } from 'node:timers/promises'
import type { Db } from './open.ts'

declare const writing: unique symbol

/** The connection while a write transaction is open on it. Only `transact` makes one. */
export type WritingDb = Db & { readonly [writing]: true }

/** The parameter of a function that may only run inside a write transaction. */
export type Writing<D extends { db: Db }> = D & { db: WritingDb }

/**
 * Runs the work in a transaction that holds the write lock from its start; within another one it becomes part of it.
 * While another process writes, this one stops for up to 100 ms, then SQLite's error is thrown.
 */
export function transact<D extends { db: Db }, Result>(
  deps: D,
  work: (deps: Writing<D>) => Result,
): Result {
  return deps.db.sqlite.transaction(() => work(deps as Writing<D>)).immediate()
}

/** Milliseconds that a write waits for another process, and between two tries. */
const longestWait = 5000
const pause = 50

/** Runs `transact` when no other process writes; others are served while it waits. Rejects after `longest` milliseconds. */
export async function transactSoon<D extends { db: Db }, Result>(
  deps: D,
  work: (deps: Writing<D>) => Result,
  longest: number = longestWait,
): Promise<Result> {
  const end = performance.now() + longest
  for (;;) {
    try {
      return withoutWaiting(deps.db, () => transact(deps, work))
    } catch (error) {
      if (!isBusy(error) || performance.now() > end) throw error
    }
    await sleep(pause)
  }
}

export const whenWritable = (deps: { db: Db }): Promise<void> => transactSoon(deps, () => {})

/** Runs an optional write, unless another process writes. */
export function writeUnlessBusy(db: Db, write: () => void) {
  try {
    withoutWaiting(db, write)
  } catch (error) {
    if (!isBusy(error)) throw error
  }
}

/** Another process writes: nothing was changed, and trying again is safe. */
export const isBusy = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && /^SQLITE_(BUSY|LOCKED)/.test(String(error.code))

function withoutWaiting<Result>({ sqlite }: Db, write: () => Result): Result {
  const usual = sqlite.pragma('busy_timeout', { simple: true })
  sqlite.pragma('busy_timeout = 0')
  try {
    return write()
  } finally {
    sqlite.pragma(`busy_timeout = ${usual}`)
  }
}
