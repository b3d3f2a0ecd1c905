import { setTimeout as sleep } from 'node:timers/promises'
import type { Db } from './open.ts'
import { transact, type Writing } from './transaction.ts'

/** With SQLite's own wait before each: about five seconds. */
const attempts = 100
const pause = 30

/**
 * Resolves once no other process holds the write lock. Others are answered meanwhile; SQLite's own wait would stop the
 * whole process. Rejects with SQLite's error after some five seconds.
 */
export const whenWritable = ({ sqlite }: Db): Promise<void> =>
  patiently(() => {
    sqlite.exec('begin immediate')
    sqlite.exec('commit')
  })

/** Runs `transact` as soon as the write lock is free. Nothing of the work is done before that. */
export const transactSoon = <D extends { db: Db }, Result>(
  deps: D,
  work: (deps: Writing<D>) => Result,
): Promise<Result> => patiently(() => transact(deps, work))

/** Runs one write, without a transaction, as soon as the write lock is free. */
export const writeSoon = <Result>(write: () => Result): Promise<Result> => patiently(write)

/** Runs a write that nobody misses, unless another process holds the lock. */
export function writeUnlessBusy(write: () => void) {
  try {
    write()
  } catch (error) {
    if (!isBusy(error)) throw error
  }
}

/** Another process holds the write lock: nothing was changed, and trying again is safe. */
export const isBusy = (error: unknown) =>
  error instanceof Error && 'code' in error && /^SQLITE_(BUSY|LOCKED)/.test(String(error.code))

async function patiently<Result>(attempt: () => Result): Promise<Result> {
  for (let left = attempts; ; left--) {
    try {
      return attempt()
    } catch (error) {
      if (!isBusy(error) || left === 0) throw error
    }
    await sleep(pause)
  }
}
