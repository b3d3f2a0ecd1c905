import { setTimeout as sleep } from 'node:timers/promises'
import { isBusy } from './lock.ts'
import { atOnce, type Db } from './open.ts'

declare const writing: unique symbol

/** Marks a database inside a transaction. Only `transact` creates one. */
export type WritingDb = Db & { readonly [writing]: true }

export type Writing<D extends { db: Db }> = D & { db: WritingDb }

/**
 * Runs `work` in a transaction that holds the write lock from the start and stops the clock. Inside another
 * transaction it joins that one. If a command is writing, SQLite waits for it for up to a second (`briefly`).
 */
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

/**
 * Resolves when nobody else holds the write lock, and rejects after `longest` milliseconds. Other requests are
 * answered meanwhile. Only two things write beside the server: `vacuum`, for some seconds, and commands, for some
 * milliseconds.
 */
export async function writable({ db }: { db: Db }, longest: number = longestWait): Promise<void> {
  const end = performance.now() + longest
  for (;;) {
    try {
      return tryToWrite(db)
    } catch (error) {
      if (!isBusy(error) || performance.now() > end) throw error
    }
    await sleep(pause)
  }
}

const tryToWrite = (db: Db) => atOnce(db, ({ sqlite }) => sqlite.transaction(() => {}).immediate())
