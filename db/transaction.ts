import { setTimeout as sleep } from 'node:timers/promises'
import type { Db } from './open.ts'

declare const writing: unique symbol

/** Only `transact` makes one. */
export type WritingDb = Db & { readonly [writing]: true }

export type Writing<D extends { db: Db }> = D & { db: WritingDb }

/** Holds the write lock from its start, and has one time; nested, it is part of the outer one. Waits 100 ms. */
export function transact<D extends { db: Db; now?: () => number }, Result>(
  deps: D,
  work: (deps: Writing<D>) => Result,
): Result {
  return deps.db.sqlite
    .transaction(() => {
      const at = deps.now?.()
      return work((at === undefined ? deps : { ...deps, now: () => at }) as Writing<D>)
    })
    .immediate()
}

const longestWait = 5000
const pause = 50

/** Others are served while it waits. Rejects after `longest` milliseconds. */
export async function transactSoon<D extends { db: Db; now?: () => number }, Result>(
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

export function writeUnlessBusy(db: Db, write: () => void) {
  try {
    withoutWaiting(db, write)
  } catch (error) {
    if (!isBusy(error)) throw error
  }
}

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
