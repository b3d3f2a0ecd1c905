import { and, count, desc, eq, gt, inArray, lt, max, sql } from 'drizzle-orm'
import { type Change, eventChanges, events } from '#db/schema/events.ts'
import type { Writing } from '#db/transaction.ts'
import type { HistoryHead } from '#db/volume.ts'
import type { Store } from '#src/deps.ts'
import { type Actor, accessSection, nameOf, originOf } from '#src/domain/actor.ts'
import { newToken } from '#src/security/tokens.ts'
import type {
  EventAction,
  FreezingAction,
  KnownAction,
  StaffAction,
  StoredAction,
} from './actions.ts'
import { chainHash, changesHashOf } from './chain.ts'
import { readAction } from './earlier-words.ts'
import { readAuditSecret, storeHistoryHead } from './installation.ts'

export type NewEvent = (
  | { action: Exclude<EventAction, StaffAction | FreezingAction>; subject?: never; frozen?: never }
  | { action: StaffAction; subject: string; frozen?: never }
  /** The hashes of what was frozen with it: `freezeAndRecord` records it. */
  | { action: FreezingAction; frozen: Change[]; subject?: never }
) & {
  /** Absent when the event is about no application: an account, a setting. */
  application?: string | undefined
  section?: string | undefined
  changes?: Change[]
}

/**
 * Records who did what, in the transaction of the change. The values are stored under a hash, so they can be erased and the
 * chain still verifies.
 */
export function recordEvent(
  deps: Writing<Store>,
  actor: Actor,
  event: NewEvent,
): { seq: number; hash: string } {
  const { db, keys, now } = deps
  if (!db.sqlite.inTransaction) throw new Error('An event outside a write transaction')
  // the event follows the stored head, so that a gap stays visible if the history was cut
  const audit = readAuditSecret(db, keys)
  const { key, head } = audit
  const seq = numberAfter(deps, head)
  const values = valuesOf(actor, [...(event.changes ?? []), ...(event.frozen ?? [])])
  const row = {
    at: now(),
    actorKind: actor.kind,
    actor: nameOf(actor),
    action: event.action,
    application: event.application ?? null,
    section: event.section ?? null,
    subject: event.subject ?? null,
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
  storeHistoryHead(db, keys, { ...audit, head: { seq, hash } })
  return { seq, hash }
}

/** The number of the event that is recorded next. */
export const nextEvent = (deps: Store): number =>
  numberAfter(deps, readAuditSecret(deps.db, deps.keys).head)

function numberAfter({ db }: Store, head: HistoryHead): number {
  const last = db.orm
    .select({ seq: max(events.seq) })
    .from(events)
    .get()
  return Math.max(head.seq, last?.seq ?? 0) + 1
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
    .map(inWordsOfToday)

export const countEvents = ({ db }: Store, application: string): number =>
  db.orm.select({ all: count() }).from(events).where(eq(events.application, application)).get()
    ?.all ?? 0

/** Yields all events in order. It reads them in batches, because a record may have thousands with long values. */
export function* eachEvent(store: Store, application: string) {
  for (let last = 0; ; ) {
    const page = store.db.orm
      .select({ seq: events.seq, ...columns, address: eventChanges.address })
      .from(events)
      .leftJoin(eventChanges, eq(eventChanges.event, events.seq))
      .where(and(eq(events.application, application), gt(events.seq, last)))
      .orderBy(events.seq)
      .limit(eventsAtOnce)
      .all()
    for (const { seq, ...event } of page) {
      last = seq
      yield inWordsOfToday(event)
    }
    if (page.length < eventsAtOnce) return
  }
}

const eventsAtOnce = 50

export const eventsBefore = ({ db }: Store, application: string, before: number, most: number) =>
  db.orm
    .select({ id: events.seq, ...columns })
    .from(events)
    .leftJoin(eventChanges, eq(eventChanges.event, events.seq))
    .where(
      and(
        eq(events.application, application),
        lt(events.seq, before),
        sql`${events.section} is not ${accessSection}`,
      ),
    )
    .orderBy(desc(events.seq))
    .limit(most)
    .all()
    .map(inWordsOfToday)

export type ReadEvent = ReturnType<typeof eventsBefore>[number]

export const newestEvent = ({ db }: Store, application: string, actions: KnownAction[]) =>
  db.orm
    .select({ id: events.seq, ...columns })
    .from(events)
    .leftJoin(eventChanges, eq(eventChanges.event, events.seq))
    .where(and(eq(events.application, application), inArray(events.action, actions)))
    .orderBy(desc(events.seq))
    .get()

/**
 * Returns the newest sign-ins, failed sign-ins and sign-outs of a staff account, newest first. Times are in
 * milliseconds.
 */
export const signInsOf = ({ db }: Store, username: string, most: number) =>
  db.orm
    .select({ at: events.at, action: events.action, address: eventChanges.address })
    .from(events)
    .leftJoin(eventChanges, eq(eventChanges.event, events.seq))
    .where(
      and(
        // a literal, so that SQLite uses the index
        sql`actor_kind = 'admin'`,
        eq(events.actor, username),
        inArray(events.action, ['signed in', 'sign-in failed', 'signed out']),
      ),
    )
    .orderBy(desc(events.seq))
    .limit(most)
    .all()

const columns = {
  at: events.at,
  actorKind: events.actorKind,
  actor: events.actor,
  action: events.action,
  subject: events.subject,
  section: events.section,
  changes: eventChanges.changes,
}

const inWordsOfToday = <Row extends Worded>(row: Row): Row => ({
  ...row,
  ...readAction(row.action, row.subject),
})

type Worded = { action: StoredAction; subject: string | null }
