import { eq, inArray } from 'drizzle-orm'
import { applications } from '#db/schema/applications.ts'
import { eventChanges, events } from '#db/schema/events.ts'
import type { Writing } from '#db/transaction.ts'
import type { Store } from '#src/deps.ts'
import type { Actor } from '#src/domain/actor.ts'
import type { ErasingAction } from '#src/domain/audit/chain.ts'
import { recordEvent } from '#src/domain/audit/events.ts'
import type { Application } from './application.ts'

/**
 * Removes an application's row and the values in its events, inside the caller's transaction. Emails about a draft
 * stay: they keep the next one to the same address waiting (rule 40).
 */
export function removeApplication(
  deps: Writing<Store>,
  actor: Actor,
  { seq, id }: Application,
  action: ErasingAction,
) {
  const { orm } = deps.db
  orm.delete(applications).where(eq(applications.seq, seq)).run()
  const theirs = orm.select({ seq: events.seq }).from(events).where(eq(events.application, id))
  orm.delete(eventChanges).where(inArray(eventChanges.event, theirs)).run()
  recordEvent(deps, actor, { action, application: id })
}
