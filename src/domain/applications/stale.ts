import { setImmediate } from 'node:timers/promises'
import { and, eq, lt } from 'drizzle-orm'
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core'
import { applications } from '#db/schema/applications.ts'
import type { Writing } from '#db/transaction.ts'
import { transact } from '#db/transaction.ts'
import type { Deps } from '#src/deps.ts'
import type { Application } from './application.ts'

/** How many applications one transaction removes. Everybody else waits for it: some 4 ms for each, when the machine is busy. */
export const mostAtOnce = 10

/**
 * Removes applications of a status whose instant `since` is more than `lasts` milliseconds ago, a few at a time so that
 * others get their turn. Stops early while the server drains. Returns how many.
 */
export async function removeStale<D extends Deps>(
  deps: D,
  { status, since, lasts }: { status: string; since: SQLiteColumn; lasts: number },
  remove: (deps: Writing<D>, application: Application) => void,
): Promise<number> {
  const removeSome = () =>
    transact(deps, (deps) => {
      const due = deps.db.orm
        .select()
        .from(applications)
        .where(and(eq(applications.status, status), lt(since, deps.now() - lasts)))
        .orderBy(since)
        .limit(mostAtOnce)
        .all()
      for (const application of due) remove(deps, application)
      return due.length
    })
  let gone = 0
  while (!deps.draining()) {
    const some = await removeSome()
    gone += some
    if (some < mostAtOnce) break
    await setImmediate()
  }
  return gone
}
