import { isBusy, writeSoon } from '#db/write-lock.ts'
import type { Deps } from '#src/deps.ts'
import type { OutboxRow } from './queue.ts'

/**
 * Writes what became of a row. What has gone would go again when its lease runs out, so this waits as long as the lease
 * for another process that writes.
 */
export async function settle<Result>(
  deps: Deps,
  row: OutboxRow,
  write: () => Result,
): Promise<Result> {
  for (;;) {
    try {
      return await writeSoon(deps.db, write)
    } catch (err) {
      const mayWait = !deps.draining() && deps.now() < (row.leasedUntil ?? 0)
      if (!isBusy(err) || !mayWait) throw err
    }
  }
}
