import { and, count, eq, isNotNull, lt, type SQL, sql } from 'drizzle-orm'
import { applications } from '#db/schema/applications.ts'
import { readFact, storeFact } from '#db/schema/installation.ts'
import { transact } from '#db/transaction.ts'
import type { Deps, Store } from '#src/deps.ts'
import { type Admin, refuseWithoutRight } from '#src/domain/actor.ts'
import { removeStale } from '#src/domain/applications/idle.ts'
import { actionIn } from '#src/domain/audit/actions.ts'
import { recordEvent } from '#src/domain/audit/events.ts'
import { dateIn, days } from '#src/domain/calendar.ts'
import { Refusal, refusalAt } from '#src/domain/refusal.ts'
import { type Retention, retentionTexts } from '#src/forms/company/retention.ts'
import { eraseApplication } from './erase.ts'

const name = 'retention'

/** Returns the periods. Nothing is removed by age until an administrator has set one. */
export const retentionOf = ({ db }: Store): Retention =>
  readFact<Retention>(db, name) ?? { rejectedDays: null, closedDays: null }

/**
 * Returns a mark of the periods that a page showed, so that a save does not overwrite a colleague's change unnoticed.
 */
export const retentionMark = ({ rejectedDays, closedDays }: Retention) =>
  `${rejectedDays ?? '-'}/${closedDays ?? '-'}`

export function goingUnder(store: Store, retention: Retention) {
  const countOf = (due: SQL | undefined) =>
    due ? (store.db.orm.select({ n: count() }).from(applications).where(due).get()?.n ?? 0) : 0
  const rejected = countOf(isOldRejection(store, retention))
  const closed = countOf(isOldClosing(store, retention))
  return { rejected, closed, mark: `${retentionMark(retention)} ${rejected}/${closed}` }
}

/**
 * Sets the periods. `expected` is the mark of the periods that the page showed, and `confirmed` the mark of what the
 * new periods remove at once. Refuses 'stale' when `expected` is out of date, and 'conflict' at `confirmed`, with what
 * would be removed, when that mark is wrong.
 */
export function setRetention(
  deps: Deps,
  admin: Admin,
  retention: Retention,
  { expected, confirmed }: { expected: string; confirmed: string },
) {
  refuseWithoutRight(admin, 'settings')
  transact(deps, (tx) => {
    const before = retentionOf(tx)
    if (retentionMark(before) === retentionMark(retention)) return
    if (retentionMark(before) !== expected) throw new Refusal('stale', retentionTexts.stale(before))
    const going = goingUnder(tx, retention)
    if (retentionMark(retention) !== retentionMark({ rejectedDays: null, closedDays: null }))
      if (confirmed !== going.mark)
        throw refusalAt('confirmed', 'conflict', retentionTexts.going(going))
    storeFact(tx.db, name, retention)
    const text = (days: number | null) => (days === null ? null : `${days} days`)
    recordEvent(tx, admin, {
      action: 'retention changed',
      changes: (['rejectedDays', 'closedDays'] as const)
        .map((field) => ({ field, before: text(before[field]), after: text(retention[field]) }))
        .filter(({ before, after }) => before !== after),
    })
  })
}

/** Removes the applications whose period is over, in the same way as for an erased person. */
export async function removeRetired(deps: Deps): Promise<number> {
  let removed = 0
  for (const dueOf of [isOldRejection, isOldClosing])
    if (dueOf(deps, retentionOf(deps)))
      removed += await removeStale(
        deps,
        // the periods are read again for each batch, because somebody may have changed them
        (tx) => dueOf(tx, retentionOf(tx)) ?? sql`false`,
        (tx, application) =>
          eraseApplication(tx, application, 'application removed after its time'),
      )
  return removed
}

const isOldRejection = ({ now }: Store, { rejectedDays }: Retention) =>
  rejectedDays === null
    ? undefined
    : and(
        eq(applications.status, 'rejected'),
        lt(applications.rejectedAt, now() - days(rejectedDays)),
      )

/** An account is kept at least this long after staff closed it, so that a wrong closing date can be corrected. */
const timeToReopen = days(30)

const isOldClosing = ({ env, now }: Store, { closedDays }: Retention) =>
  closedDays === null
    ? undefined
    : and(
        isNotNull(applications.closedOn),
        lt(applications.closedOn, dateIn(env.APP_TIMEZONE, now() - days(closedDays))),
        sql`not exists (select 1 from events where events.application = ${applications.id}
          and ${sql.raw(actionIn('account closed'))} and at > ${now() - timeToReopen})`,
      )
