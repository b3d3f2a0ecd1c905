import { and, desc, eq, gt } from 'drizzle-orm'
import { eventChanges, events } from '#db/schema/events.ts'
import type { Deps } from '#src/deps.ts'
import { longInstant } from '#src/domain/calendar.ts'
import type { SignedData } from '#src/domain/sealing/frozen-data.ts'
import { mostAmendments } from '#src/pdf/application-sheet.ts'

export type Amendment = { at: string; by: string; field: string; before: string; after: string }

type Amendments = {
  /** The last edits, oldest first, at most `mostAmendments`: who, when, old and new value. */
  latest: Amendment[]
  /** How many edits came before those. */
  earlier: number
}

export const noAmendments: Amendments = { latest: [], earlier: 0 }

/** Edits after the signing, which their order tells: a clock may have been set back since. */
export function amendmentsOf(
  deps: Deps,
  { application: id, history: { event: signing } }: SignedData,
): Amendments {
  const edits = deps.db.sqlite
    .prepare<[object], number>(
      `select count(*)
       from events join event_changes on event_changes.event = events.seq, json_each(changes)
       where application = @id and action = @amended and seq > @signing`,
    )
    .pluck()
    .get({ id, amended, signing })
  const latest = latestOf(deps, id, signing)
  return { latest, earlier: (edits ?? 0) - latest.length }
}

const amended = 'application amended'

/** Each event holds one edit at least. */
function latestOf({ db, env }: Deps, id: string, signing: number): Amendment[] {
  const rows = db.orm
    .select({
      at: events.at,
      kind: events.actorKind,
      actor: events.actor,
      changes: eventChanges.changes,
    })
    .from(events)
    .innerJoin(eventChanges, eq(eventChanges.event, events.seq))
    .where(and(eq(events.application, id), eq(events.action, amended), gt(events.seq, signing)))
    .orderBy(desc(events.seq))
    .limit(mostAmendments)
    .all()
  return rows
    .reverse()
    .flatMap(({ at, kind, actor, changes }) =>
      changes.map(({ field, before, after }) => ({
        at: longInstant(env.APP_TIMEZONE, at),
        by: kind === 'client' ? 'Customer' : `Supplier, ${actor}`,
        field,
        before: before ?? 'N/A',
        after: after ?? 'N/A',
      })),
    )
    .slice(-mostAmendments)
}
