import { transact } from '#db/transaction.ts'
import type { Deps } from '#src/deps.ts'
import { recordEvent } from '#src/domain/audit/events.ts'

/** Nothing here runs: `tsc` fails when a marked line compiles, and when an unmarked one does not. */
const system = { kind: 'system' } as const
const event = { action: 'setup list put away' } as const

export const allowed = (deps: Deps) => transact(deps, (deps) => recordEvent(deps, system, event))

export function refused(deps: Deps) {
  // @ts-expect-error: the connection alone is no transaction
  recordEvent(deps, system, event)
  // @ts-expect-error: nor is drizzle's own, which takes the write lock late
  deps.db.orm.transaction((orm) => recordEvent({ ...deps, db: orm }, system, event))
}
