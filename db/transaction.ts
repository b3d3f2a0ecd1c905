import { setTimeout as sleep } from 'node:timers/promises'
import { isBusy } from './lock.ts'
import { atOnce, type Db } from './open.ts'

declare const writing: unique symbol

/** Only `transact` makes one. */
export type WritingDb = Db & { readonly [writing]: true }

export type Writing<D extends { db: Db }> = D & { db: WritingDb }

/**
 * Holds the write lock from its start, and has one time; nested, it is part of the outer one. A command on the command line
 * may write at that moment: SQLite waits for it, a second at most (`briefly`).
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
 * Resolves when nobody else holds the write lock, and rejects after `longest` milliseconds. Others are served meanwhile.
 * Only two write beside the server: `vacuum`, for some seconds, and commands on the command line, for some milliseconds.
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
