import {
  and,
  count,
  desc,
  eq,
  gt,
  inArray,
  isNotNull,
  isNull,
  lte,
  max,
  min,
  ne,
  not,
  or,
  type SQL,
  sql,
} from 'drizzle-orm'
import { jobs } from '#db/schema/jobs.ts'
import type { Deps, Store } from '#src/deps.ts'
import { instant, minutes } from '#src/domain/calendar.ts'
import { isEmail } from '#src/domain/jobs/jobs.ts'
import { reasonWords } from '#src/mail/mailer.ts'
import type { EmailKind } from '#src/mail/messages/kinds.ts'
import { emailName } from '#src/mail/messages/names.ts'
import { isHeldBack } from './receipt-pace.ts'
import { needsReconnect, settingsRow } from './settings.ts'

export type MailStatus =
  | { kind: 'not-set-up'; emails: number }
  | { kind: 'failing'; emails: number; reason: string }
  | { kind: 'waiting'; emails: number; since: string }

const unsent = inArray(jobs.state, ['waiting', 'leased', 'dead'])

/** An email that takes longer to leave is worth a word, even when nothing has failed. */
const soon = minutes(5)

export function mailStatus(deps: Store): MailStatus | null {
  const settings = settingsRow(deps)
  const isLate = lte(jobs.createdAt, deps.now() - (settings ? soon : 0))
  const stuck = deps.db.orm
    .select({ emails: count(), since: min(jobs.createdAt) })
    .from(jobs)
    .where(
      and(isEmail, unsent, or(isNotNull(jobs.lastReason), isLate), not(isHeldBack(deps, jobs))),
    )
    .get()
  const emails = stuck?.emails ?? 0
  if (!settings) return { kind: 'not-set-up', emails }
  if (needsReconnect(settings)) return { kind: 'failing', emails, reason: reasonWords('RECONNECT') }
  if (emails === 0) return null
  const failure = lastFailure(deps)
  return failure
    ? { kind: 'failing', emails, reason: failure.reason }
    : { kind: 'waiting', emails, since: instant(stuck?.since ?? 0) }
}

function lastFailure({ db }: Store) {
  const { lastFailedAt, lastReason } = jobs
  const last = db.orm
    .select({ at: lastFailedAt, reason: lastReason })
    .from(jobs)
    .where(and(isEmail, unsent, isNotNull(lastReason)))
    .orderBy(desc(lastFailedAt))
    .limit(1)
    .get()
  if (!last?.at || !last.reason) return null
  return { at: instant(last.at), reason: reasonWords(last.reason) }
}

/** Whether emails go out at all; one that fails is tried again. */
export function areEmailsSetUp(deps: Store): boolean {
  const settings = settingsRow(deps)
  return settings !== null && !needsReconnect(settings) && !deps.env.SEND_NOTHING
}

/**
 * Whether an email that is queued now would go out, as far as the server knows. A refusal of one email says nothing of
 * the next.
 */
export function canSendEmails(deps: Store): boolean {
  if (!areEmailsSetUp(deps)) return false
  const failure = deps.db.orm
    .select({ at: max(jobs.lastFailedAt) })
    .from(jobs)
    .where(
      and(
        isEmail,
        eq(jobs.state, 'waiting'),
        sql`${jobs.lastReason} not glob 'REJECTED*'`,
        ne(jobs.lastReason, 'NOT_WRITTEN'),
      ),
    )
    .get()
  return !failure?.at || hasSentSince(deps, failure.at)
}

/** Among the newest ones alone, because a public page asks. */
function hasSentSince({ db }: Store, at: number): boolean {
  const newest = db.orm
    .select({ sentAt: jobs.sentAt })
    .from(jobs)
    .where(isEmail)
    .orderBy(desc(jobs.id))
    .limit(500)
    .as('newest')
  return (
    db.orm.select({ sentAt: newest.sentAt }).from(newest).where(gt(newest.sentAt, at)).get() !==
    undefined
  )
}

/** Whether the applicant may count on a receipt: one was sent, or one waits for nothing but its turn. */
export function isReceiptComing(deps: Store, application: string): boolean {
  const receipts = (more: SQL | undefined) =>
    deps.db.orm
      .select({ id: jobs.id })
      .from(jobs)
      .where(
        and(
          isEmail,
          eq(jobs.application, application),
          eq(jobs.kind, 'receipt' satisfies EmailKind),
          more,
        ),
      )
      .all()
  if (receipts(eq(jobs.state, 'sent')).length > 0) return true
  const waitsItsTurn = and(
    inArray(jobs.state, ['waiting', 'leased']),
    isNull(jobs.lastReason),
    gt(jobs.createdAt, deps.now() - soon),
    not(isHeldBack(deps, jobs)),
  )
  return receipts(waitsItsTurn).length > 0 && canSendEmails(deps)
}

const mostListed = 50

export function outboxStatus(deps: Deps) {
  const { orm } = deps.db
  const counts = orm
    .select({ state: jobs.state, emails: count() })
    .from(jobs)
    .where(isEmail)
    .groupBy(jobs.state)
    .all()
  const of = (state: string) => counts.find((row) => row.state === state)?.emails ?? 0
  const stuck = orm
    .select()
    .from(jobs)
    .where(and(isEmail, inArray(jobs.state, ['dead', 'waiting']), isNotNull(jobs.lastReason)))
    .orderBy(jobs.state, desc(jobs.id))
    .limit(mostListed)
    .all()
  return {
    waiting: of('waiting') + of('leased'),
    sent: of('sent'),
    failed: of('dead'),
    lastFailure: lastFailure(deps),
    emails: stuck.map(({ id, kind, application, attempts, ...row }) => ({
      id,
      application,
      attempts,
      name: emailName(kind),
      isDead: row.state === 'dead',
      reason: reasonWords(row.lastReason ?? ''),
      at: instant(row.lastFailedAt ?? row.createdAt),
    })),
  }
}
