import { and, eq, sql } from 'drizzle-orm'
import { webhookEndpoints } from '#db/schema/integrations.ts'
import { outbox } from '#db/schema/mail.ts'
import { transact, type Writing } from '#db/transaction.ts'
import type { Deps } from '#src/deps.ts'
import { wakeOutbox } from './enqueue.ts'
import { isOver, lease, leaseRow, longestWait, type OutboxRow } from './queue.ts'

type NewEvent = {
  endpoint: string
  application: string
  kind: string
  body: Record<string, unknown>
  /** Names the change: an endpoint is told of it once. */
  change: string
}

/** Puts an event for one endpoint into the outbox, inside the transaction of its change. */
export function enqueueEvent(
  deps: Writing<Deps>,
  { endpoint, application, kind, body, change }: NewEvent,
) {
  const at = deps.now()
  deps.db.orm
    .insert(outbox)
    .values({
      channel: 'webhook',
      kind,
      email: body,
      dedupeKey: `webhook|${endpoint}|${change}`,
      application,
      endpoint,
      createdAt: at,
      nextAt: at,
    })
    .onConflictDoNothing()
    .run()
  wakeOutbox(deps)
}

/** The endpoints that are not disabled and have something to be told. */
export const endpointsToTell = ({ db }: Pick<Deps, 'db'>): string[] =>
  db.orm
    .select({ id: webhookEndpoints.id })
    .from(webhookEndpoints)
    .where(
      and(
        sql`${webhookEndpoints.disabledAt} is null`,
        sql`exists (select 1 from ${outbox} where ${outbox.endpoint} = ${webhookEndpoints.id} and ${isOpen})`,
      ),
    )
    .all()
    .map(({ id }) => id)

/** Leases the oldest event for an endpoint, if it is due: later ones wait for it, so that they arrive in order. */
export const takeEvent = (deps: Deps, endpoint: string): OutboxRow | null =>
  transact(deps, (deps) => {
    const { db, now } = deps
    const at = now()
    const head = db.orm
      .select({
        id: outbox.id,
        due: sql<number>`case ${outbox.state}
          when 'waiting' then ${isOver(outbox.nextAt, at, longestWait)}
          else ${isOver(outbox.leasedUntil, at, lease)} end`,
      })
      .from(outbox)
      .where(and(eq(outbox.endpoint, endpoint), isOpen))
      .orderBy(outbox.id)
      .limit(1)
      .get()
    return head?.due ? leaseRow(deps, head.id) : null
  })

/** Still to be sent. Written as the index has it, or SQLite does not use it. */
export const isOpen = sql`${outbox.endpoint} is not null and ${outbox.state} in ('waiting', 'leased')`

/** Lets everything that waits for an endpoint go at once, with its 48 hours before it again. */
export function releaseEvents(
  deps: Pick<Deps, 'db' | 'now' | 'outboxListeners'>,
  endpoint: string,
) {
  deps.db.orm
    .update(outbox)
    .set({ nextAt: deps.now(), firstTriedAt: null, refusals: 0 })
    .where(and(eq(outbox.endpoint, endpoint), isOpen, eq(outbox.state, 'waiting')))
    .run()
  wakeOutbox(deps, true)
}
