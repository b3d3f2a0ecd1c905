import { and, desc, eq, lt, sql } from 'drizzle-orm'
import { type Change, eventChanges, events } from '#db/schema/events.ts'
import { perConnection } from '#db/statements.ts'
import { transact, type Writing } from '#db/transaction.ts'
import type { Deps } from '#src/deps.ts'
import { type Actor, access, nameOf, originOf } from '#src/domain/actor.ts'
import { newToken } from '#src/security/tokens.ts'
import { chainHash, changesHashOf } from './chain.ts'
import { auditKey, historyHead, sealHistoryHead } from './installation.ts'

export type NewEvent = {
  action: string
  /** Absent when the event is about no application: an account, a setting. */
  application?: string
  section?: string
  changes?: Change[]
}

/**
 * Records who did what, in the transaction of the change: otherwise two processes could follow the same event. The
 * values lie beside the row under a hash, so they can be erased and the chain still verifies (rule 362).
 */
export function recordEvent(
  { db, keys, now }: Writing<Pick<Deps, 'db' | 'keys' | 'now'>>,
  actor: Actor,
  event: NewEvent,
) {
  if (!db.sqlite.inTransaction) throw new Error('An event outside a write transaction')
  // An event follows the sealed head, so that a history that was cut does not close again over the gap.
  const head = historyHead(db, keys)
  const last = lastEvent(db).get() ?? { seq: 0, hash: '' }
  const seq = Math.max(head?.seq ?? 0, last.seq) + 1
  const values = valuesOf(actor, event)
  const row = {
    at: now(),
    actorKind: actor.kind,
    actor: nameOf(actor),
    action: event.action,
    application: event.application ?? null,
    section: event.section ?? null,
    changesHash: values && changesHashOf({ ...values, changes: JSON.stringify(values.changes) }),
    previousHash: (head ?? last).hash,
  }
  const hash = chainHash(auditKey(db, keys), row)
  db.orm
    .insert(events)
    .values({ seq, ...row, hash })
    .run()
  if (values)
    db.orm
      .insert(eventChanges)
      .values({ event: seq, ...values })
      .run()
  sealHistoryHead(db, keys, { seq, hash })
}

/** What lies beside the row, if anything: it can be erased, and leaves a hash that tells nothing. */
function valuesOf(actor: Actor, { changes = [] }: NewEvent) {
  const address = originOf(actor)
  return changes.length > 0 || address ? { changes, address, salt: newToken() } : null
}

/** Seals the end of a history that an earlier version wrote, which sealed none; for the first start after it. */
export function sealEarlierHistory({ db, keys }: Pick<Deps, 'db' | 'keys'>) {
  if (historyHead(db, keys)) return
  transact({ db }, ({ db }) => {
    if (!historyHead(db, keys))
      sealHistoryHead(db, keys, lastEvent(db).get() ?? { seq: 0, hash: '' })
  })
}

const lastEvent = perConnection((orm) =>
  orm
    .select({ seq: events.seq, hash: events.hash })
    .from(events)
    .orderBy(desc(events.seq))
    .limit(1)
    .prepare(),
)

/** The events of an application, oldest first, with what each changed. */
export function eventsOf({ db }: Pick<Deps, 'db'>, application: string) {
  return eventsBy(db).all({ application })
}

/** The last `most` changes of an application before one event, newest first; `id` names each. Who read it is left out. */
export function eventsBefore(
  { db }: Pick<Deps, 'db'>,
  application: string,
  before: number,
  most: number,
) {
  return newestBefore(db).all({ application, before, most })
}

const columns = {
  at: events.at,
  actorKind: events.actorKind,
  actor: events.actor,
  action: events.action,
  section: events.section,
  changes: eventChanges.changes,
}

const eventsBy = perConnection((orm) =>
  orm
    .select({ ...columns, address: eventChanges.address })
    .from(events)
    .leftJoin(eventChanges, eq(eventChanges.event, events.seq))
    .where(eq(events.application, sql.placeholder('application')))
    .orderBy(events.seq)
    .prepare(),
)

const newestBefore = perConnection((orm) =>
  orm
    .select({ id: events.seq, ...columns })
    .from(events)
    .leftJoin(eventChanges, eq(eventChanges.event, events.seq))
    .where(
      and(
        eq(events.application, sql.placeholder('application')),
        lt(events.seq, sql.placeholder('before')),
        sql`${events.section} is not ${access}`,
      ),
    )
    .orderBy(desc(events.seq))
    .limit(sql.placeholder('most'))
    .prepare(),
)
