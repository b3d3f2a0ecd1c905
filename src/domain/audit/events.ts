import { and, desc, eq, lt, max, type SQL, sql } from 'drizzle-orm'
import { applications } from '#db/schema/applications.ts'
import { type Change, eventChanges, events } from '#db/schema/events.ts'
import type { Writing } from '#db/transaction.ts'
import type { Store } from '#src/deps.ts'
import { type Actor, access, nameOf, originOf } from '#src/domain/actor.ts'
import { freezeFor } from '#src/domain/documents/freeze.ts'
import { queueJobsOf } from '#src/domain/jobs/event-jobs.ts'
import type { ActivityKind } from '#src/forms/admin/activity.ts'
import { newToken } from '#src/security/tokens.ts'
import { chainHash, changesHashOf } from './chain.ts'
import { readAuditSeal, sealHistoryHead } from './installation.ts'

export type NewEvent = {
  action: string
  /** Absent when the event is about no application: an account, a setting. */
  application?: string
  section?: string
  changes?: Change[]
}

/**
 * Records who did what, freezes what was signed or decided, and queues the jobs that follow, in the transaction of the
 * change. The values are stored under a hash, so they can be erased and the chain still verifies.
 */
export function recordEvent(
  deps: Writing<Store>,
  actor: Actor,
  event: NewEvent,
): { seq: number; hash: string } {
  const { db, keys, now } = deps
  if (!db.sqlite.inTransaction) throw new Error('An event outside a write transaction')
  // follows the sealed head, so that a cut history does not close over the gap
  const audit = readAuditSeal(db, keys)
  const { key, head } = audit
  const last =
    db.orm
      .select({ seq: max(events.seq) })
      .from(events)
      .get()?.seq ?? 0
  const seq = Math.max(head.seq, last) + 1
  const frozen = freezeFor(deps, actor, { ...event, seq })
  const values = valuesOf(actor, [...(event.changes ?? []), ...(frozen?.marks ?? [])])
  const row = {
    at: now(),
    actorKind: actor.kind,
    actor: nameOf(actor),
    action: event.action,
    application: event.application ?? null,
    section: event.section ?? null,
    changesHash: values && changesHashOf({ ...values, changes: JSON.stringify(values.changes) }),
    previousHash: head.hash,
  }
  const hash = chainHash(key, row)
  db.orm
    .insert(events)
    .values({ seq, ...row, hash })
    .run()
  if (values)
    db.orm
      .insert(eventChanges)
      .values({ event: seq, ...values })
      .run()
  sealHistoryHead(db, keys, { ...audit, head: { seq, hash } })
  queueJobsOf(deps, actor, { ...event, seq, document: frozen?.document ?? null })
  return { seq, hash }
}

function valuesOf(actor: Actor, changes: Change[]) {
  const address = originOf(actor)
  return changes.length > 0 || address ? { changes, address, salt: newToken() } : null
}

export const eventsOf = ({ db }: Store, application: string) =>
  db.orm
    .select({ ...columns, address: eventChanges.address })
    .from(events)
    .leftJoin(eventChanges, eq(eventChanges.event, events.seq))
    .where(eq(events.application, application))
    .orderBy(events.seq)
    .all()

export const eventsBefore = ({ db }: Store, application: string, before: number, most: number) =>
  db.orm
    .select({ id: events.seq, ...columns })
    .from(events)
    .leftJoin(eventChanges, eq(eventChanges.event, events.seq))
    .where(
      and(
        eq(events.application, application),
        lt(events.seq, before),
        sql`${events.section} is not ${access}`,
      ),
    )
    .orderBy(desc(events.seq))
    .limit(most)
    .all()

/** Newest first. The first condition is a literal, so that SQLite uses the index. */
export const eventsByAdmin = (
  { db }: Store,
  username: string,
  { what, before, most }: { what: ActivityKind; before: number; most: number },
) =>
  db.orm
    .select({
      id: events.seq,
      application: events.application,
      businessName: applications.businessName,
      address: eventChanges.address,
      ...columns,
    })
    .from(events)
    .leftJoin(eventChanges, eq(eventChanges.event, events.seq))
    .leftJoin(applications, eq(applications.id, events.application))
    .where(
      and(
        sql`actor_kind = 'admin'`,
        eq(events.actor, username),
        lt(events.seq, before),
        ofKind[what],
      ),
    )
    .orderBy(desc(events.seq))
    .limit(most)
    .all()

const ofKind: Record<ActivityKind, SQL | undefined> = {
  '': undefined,
  settings: sql`${events.application} is null and ${events.section} is not 'access'`,
  applications: sql`${events.application} is not null and ${events.section} is not 'access'`,
  access: sql`${events.section} is 'access'`,
}

const columns = {
  at: events.at,
  actorKind: events.actorKind,
  actor: events.actor,
  action: events.action,
  section: events.section,
  changes: eventChanges.changes,
}
