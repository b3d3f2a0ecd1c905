import { and, asc, eq, gt } from 'drizzle-orm'
import { eventChanges, events } from '#db/schema/events.ts'
import type { Deps } from '#src/deps.ts'
import type { Application } from './applications.ts'
import { longInstant } from './calendar.ts'

export type Amendment = { at: string; by: string; field: string; before: string; after: string }

/** Edits after the signing, oldest first: who, when, old and new value (contract 5.13). */
export function amendmentsOf(
  { db, env }: Deps,
  { id }: Application,
  signedAt: number,
): Amendment[] {
  const rows = db.orm
    .select({
      at: events.at,
      kind: events.actorKind,
      actor: events.actor,
      changes: eventChanges.changes,
    })
    .from(events)
    .innerJoin(eventChanges, eq(eventChanges.event, events.seq))
    .where(
      and(
        eq(events.application, id),
        eq(events.action, 'application amended'),
        gt(events.at, signedAt),
      ),
    )
    .orderBy(asc(events.seq))
    .all()
  return rows.flatMap(({ at, kind, actor, changes }) =>
    changes.map(({ field, before, after }) => ({
      at: longInstant(env.APP_TIMEZONE, at),
      by: kind === 'client' ? 'Customer' : `Supplier, ${actor}`,
      field,
      before: before ?? 'N/A',
      after: after ?? 'N/A',
    })),
  )
}
