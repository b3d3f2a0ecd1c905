import { and, eq, gt, inArray, lte, or, sql } from 'drizzle-orm'
import { alias, type SQLiteColumn } from 'drizzle-orm/sqlite-core'
import { documents } from '#db/schema/documents.ts'
import { emailSettings, outbox } from '#db/schema/mail.ts'
import { transact } from '#db/transaction.ts'
import type { Deps } from '#src/deps.ts'
import { hours, minutes, seconds } from '#src/domain/durations.ts'
import type { Failure } from '#src/mail/mailer.ts'
import { reasonCode } from '#src/mail/mailer.ts'

export type OutboxRow = typeof outbox.$inferSelect

export const isEmail = eq(outbox.channel, 'email')

/** Longer than any wait between two tries. */
export const longestWait = hours(2)

/** How long an email waits for a document that cannot be made. */
const patienceForDocument = hours(1)

/** How long a worker may hold an email: longer than sending ever takes, short enough after a crash. */
export const lease = minutes(2)

/** Counted from the first try. */
export const givesUpAfter = hours(48)

/**
 * Leases the email that has been due the longest, or one whose worker died. It waits for its document and for earlier
 * emails (rule 173). `attempts` marks the lease: a worker with an older number has lost the email.
 */
export function takeDue({ db, now }: Deps): OutboxRow | null {
  const at = now()
  const earlier = alias(outbox, 'earlier')
  return transact({ db }, ({ db }) => {
    const due = db.orm
      .select({ id: outbox.id })
      .from(outbox)
      .where(
        and(
          // in both, or SQLite does not use the index
          or(
            and(isEmail, eq(outbox.state, 'waiting'), isOver(outbox.nextAt, at, longestWait)),
            and(isEmail, eq(outbox.state, 'leased'), isOver(outbox.leasedUntil, at, lease)),
          ),
          sql`not exists (select 1 from ${outbox} as "earlier" where ${and(
            eq(earlier.application, outbox.application),
            eq(earlier.channel, 'email'),
            sql`${earlier.id} < ${outbox.id}`,
            inArray(earlier.state, ['waiting', 'leased']),
            sql`not (${and(eq(earlier.kind, invitation), gt(earlier.nextAt, at))})`,
          )})`,
          hasDocument(at),
        ),
      )
      .orderBy(isInvitation, outbox.nextAt, outbox.id)
      .limit(1)
      .get()
    if (!due) return null
    return leaseRow({ db, now }, due.id)
  })
}

/** Marks a row as held by this worker. */
export function leaseRow({ db, now }: Pick<Deps, 'db' | 'now'>, id: number): OutboxRow {
  const at = now()
  return db.orm
    .update(outbox)
    .set({
      state: 'leased',
      leasedUntil: at + lease,
      attempts: sql`${outbox.attempts} + 1`,
      firstTriedAt: sql`coalesce(${outbox.firstTriedAt}, ${at})`,
    })
    .where(eq(outbox.id, id))
    .returning()
    .get()
}

/**
 * Its document is sealed, or could not be made for an hour, or emails go without documents. A document whose next try is
 * due is about to be made, as after a long stop of the server.
 */
const hasDocument = (at: number) => {
  const unsealed = sql`from ${documents} as "unsealed" where "unsealed"."sealed_at" is null`
  return or(
    sql`not exists (select 1 ${unsealed} and "unsealed"."id" = ${outbox.document})`,
    sql`exists (select 1 from ${emailSettings} where ${emailSettings.id} = 1 and not ${emailSettings.attachDocuments})`,
    and(
      lte(outbox.createdAt, at - patienceForDocument),
      sql`exists (select 1 ${unsealed} and "unsealed"."application" = ${outbox.application}
        and "unsealed"."attempts" > 0 and "unsealed"."next_at" > ${at})`,
    ),
  )
}

/** Whether a worker still holds an email: it may have been erased since, or taken by another worker. */
export const isHeld = ({ db }: Pick<Deps, 'db'>, row: OutboxRow): boolean =>
  db.orm.select({ id: outbox.id }).from(outbox).where(heldAs(row)).get() !== undefined

/** Past, or further ahead than any wait: then it was written under a clock that has been set back since. */
export const isOver = (column: SQLiteColumn, at: number, longest: number) =>
  or(lte(column, at), gt(column, at + longest))

/** Returns false when another worker has taken the email meanwhile. */
export const markSent = (deps: Deps, row: OutboxRow) =>
  finish(deps, row, { state: 'sent', sentAt: deps.now(), lastReason: null })

/** There is nothing to send any more. */
export const markDiscarded = (deps: Deps, row: OutboxRow) =>
  finish(deps, row, { state: 'discarded' })

/**
 * Marks an email as failed: tried again after 30 seconds, doubling up to an hour, or given up after 48 hours or two
 * permanent refusals in a row. Returns its new state.
 */
export function markFailed(deps: Deps, row: OutboxRow, failure: Failure, random: number) {
  return putOff(deps, row, { permanent: failure.permanent, reason: reasonCode(failure) }, random)
}

/** The same with the reason in words. */
export function putOff(
  deps: Pick<Deps, 'db' | 'now'>,
  row: OutboxRow,
  { permanent, reason }: { permanent: boolean; reason: string },
  random: number,
) {
  const at = deps.now()
  const refusals = permanent ? row.refusals + 1 : 0
  const late = at - (row.firstTriedAt ?? at) >= givesUpAfter
  const state = refusals >= 2 || late ? 'dead' : 'waiting'
  const nextAt = at + backoff(row.attempts, random)
  finish(deps, row, { state, refusals, lastReason: reason, lastFailedAt: at, nextAt })
  return state
}

/** Milliseconds between two invitations of an import, so that other emails find the outbox free. */
export const invitationPace = 500

const invitation = 'portal-invitation'

/** Invitations of imports go behind other emails. */
const isInvitation = eq(outbox.kind, invitation)

/** Gives the invitations of imports that are due their own pace again, as after a time without mail. */
export function spaceInvitations({ db, now }: Pick<Deps, 'db' | 'now'>) {
  const sql = `update outbox set next_at = ? + min(place * ${invitationPace}, ${longestWait})
    from (select id as due, row_number() over (order by next_at, id) - 1 as place from outbox
      where channel = 'email' and state = 'waiting' and kind = 'portal-invitation' and next_at <= ?)
    where id = due and place > 0`
  db.sqlite.prepare(sql).run(now(), now())
}

/** After new settings every waiting email may be sent at once. */
export const releaseWaiting = ({ db, now }: Pick<Deps, 'db' | 'now'>) =>
  db.orm
    .update(outbox)
    .set({ nextAt: now() })
    .where(and(isEmail, eq(outbox.state, 'waiting'), gt(outbox.nextAt, now())))
    .run()

/** Milliseconds until the next try: 30 s doubling to 1 h, a fifth more or less; `random` is from 0 to 1. */
export function backoff(attempts: number, random: number): number {
  const plain = Math.min(seconds(30) * 2 ** Math.min(attempts - 1, 10), hours(1))
  return Math.round(plain * (0.8 + 0.4 * random))
}

const finish = ({ db }: Pick<Deps, 'db'>, row: OutboxRow, values: Partial<OutboxRow>): boolean =>
  db.orm
    .update(outbox)
    .set({ ...values, leasedUntil: null })
    .where(heldAs(row))
    .run().changes === 1

const heldAs = ({ id, attempts }: OutboxRow) =>
  and(eq(outbox.id, id), eq(outbox.state, 'leased'), eq(outbox.attempts, attempts))
