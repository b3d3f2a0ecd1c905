import { eq, inArray } from 'drizzle-orm'
import { events } from '#db/schema/events.ts'
import type { Writing } from '#db/transaction.ts'
import type { Store } from '#src/deps.ts'
import { actionIn, actionsWith, type StoredAction } from '#src/domain/audit/actions.ts'
import { recordEvent } from '#src/domain/audit/events.ts'

/** Nothing here runs: `tsc` fails when a marked line compiles, and when an unmarked one does not. */
const system = { kind: 'system' } as const

export function allowed(deps: Writing<Store>, action: StoredAction) {
  recordEvent(deps, system, { action: 'keys rotated' })
  recordEvent(deps, system, { action: 'role changed', subject: 'clerk' })
  actionIn('terms published', 'terms withdrawn')
  actionsWith('isPrinted')
  eq(events.action, 'keys rotated')
  return action === 'application submitted' || `${action} in a sentence`
}

export function refused(deps: Writing<Store>, action: StoredAction) {
  // @ts-expect-error: a misspelt action
  recordEvent(deps, system, { action: 'application submited' })
  // @ts-expect-error: an action that only earlier versions stored
  recordEvent(deps, system, { action: 'terms withdrawn' })
  // @ts-expect-error: an action about somebody, without saying whom
  recordEvent(deps, system, { action: 'role changed' })
  // @ts-expect-error: a decision of which nothing is frozen
  recordEvent(deps, system, { action: 'application approved' })
  // @ts-expect-error: an action about nobody, with a user name
  recordEvent(deps, system, { action: 'keys rotated', subject: 'clerk' })
  // @ts-expect-error: misspelt in a query
  actionIn('application submited')
  // @ts-expect-error: misspelt in a query
  eq(events.action, 'application submited')
  // @ts-expect-error: misspelt in a query
  inArray(events.action, ['application submited'])
  // @ts-expect-error: misspelt in a query
  eq(events.actorKind, 'custommer')
  // @ts-expect-error: a fact that the table does not have
  actionsWith('isPrinted2')
  // @ts-expect-error: misspelt in a comparison
  return action === 'application submited'
}
