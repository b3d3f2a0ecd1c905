import { and, eq, inArray, isNull, lte, sql } from 'drizzle-orm'
import { applications } from '#db/schema/applications.ts'
import { decisionRecords } from '#db/schema/review.ts'
import { transact } from '#db/transaction.ts'
import type { Deps, Store } from '#src/deps.ts'
import type { Admin } from '#src/domain/actor.ts'
import { authorize } from '#src/domain/applications/access.ts'
import {
  type Application,
  changeApplication,
  changesOf,
} from '#src/domain/applications/application.ts'
import { recordEvent } from '#src/domain/audit/events.ts'
import { dateIn, days, hourIn } from '#src/domain/calendar.ts'
import { companyOf } from '#src/domain/company/company.ts'
import { enqueue } from '#src/domain/jobs/email-jobs.ts'
import { Refusal, refusalAt } from '#src/domain/refusal.ts'
import { closingTexts, isAboveLimit, poundsText } from '#src/forms/admin/decisions.ts'
import type { AccountClosing, AccountReview } from '#src/forms/admin/review-forms.ts'
import { refuseChanged, refuseClosed } from './changed-since.ts'
import { agreedOf, refuseOddTerms, replaceAgreed } from './decision-record.ts'

/**
 * Records a review. A `null` date means that there is no further review. Refuses 'conflict' unless the application is
 * approved, and 'stale' when the version is not `expected`.
 */
export function reviewTradeAccount(
  deps: Deps,
  actor: Admin,
  id: string,
  { reviewDate, reviewRemark }: AccountReview,
  expected: number | null,
) {
  transact(deps, (tx) => {
    const before = authorize(tx, actor, 'decide', id)
    refuseChanged(tx, before, expected)
    if (before.status !== 'approved')
      throw new Refusal('conflict', 'Only an approved account can be reviewed')
    refuseClosed(before)
    const agreed = { ...(agreedOf(tx, before) ?? nothingAgreed), reviewDate }
    refuseOddTerms(tx, before, agreed)
    changeApplication(tx, before, {})
    recordEvent(tx, actor, {
      action: 'account reviewed',
      application: id,
      changes: [
        ...replaceAgreed(tx, before, agreed),
        ...(reviewRemark ? [{ field: 'reviewRemark', before: null, after: reviewRemark }] : []),
      ],
    })
  })
}

const nothingAgreed = { creditLimit: null, paymentTerms: null, remark: null, isInDocument: false }

/** Returns the review date that the company's settings give for this limit, or `null` when they give none. */
export function usualReviewDate(
  deps: Store,
  { accountType }: Pick<Application, 'accountType'>,
  creditLimit: number | null,
): string | null {
  const { reviewMonths, largeLimitAbove, largeReviewMonths } = companyOf(deps)
  const isLarge = isAboveLimit(creditLimit, largeLimitAbove)
  const months = isLarge ? largeReviewMonths : reviewMonths
  if (accountType !== 'credit' || months === null) return null
  return monthsAfter(dateIn(deps.env.APP_TIMEZONE, deps.now()), months)
}

export function reviewHint(deps: Store, { accountType }: Pick<Application, 'accountType'>) {
  const { reviewMonths, largeLimitAbove, largeReviewMonths } = companyOf(deps)
  const parts = [
    ...(reviewMonths ? [`after ${reviewMonths} months`] : []),
    ...(largeLimitAbove === null
      ? []
      : [`above ${poundsText(largeLimitAbove)} after ${largeReviewMonths} months`]),
  ]
  return accountType === 'credit' && parts.length > 0 ? `Left empty: ${parts.join(', ')}` : null
}

/** Returns the same day of a later month, or the last day of that month when it is shorter. */
function monthsAfter(date: string, months: number): string {
  const [year = 0, month = 0, day = 0] = date.split('-').map(Number)
  const lastDay = new Date(Date.UTC(year, month + months, 0)).getUTCDate()
  const later = Date.UTC(year, month - 1 + months, Math.min(day, lastDay))
  return new Date(later).toISOString().slice(0, 10)
}

const officeHour = 8

/** Emails the reviews that are due, at most once a week, because the key of the email is the Monday of the week. */
export function emailDueReviews(deps: Deps) {
  const { APP_TIMEZONE } = deps.env
  if (hourIn(APP_TIMEZONE, deps.now()) < officeHour) return
  const due = dueReviews(deps)
  if (due.length === 0) return
  const today = dateIn(APP_TIMEZONE, deps.now())
  const sinceMonday = days((new Date(today).getUTCDay() + 6) % 7)
  const monday = new Date(Date.parse(today) - sinceMonday).toISOString().slice(0, 10)
  transact(deps, (tx) => enqueue(tx, { kind: 'reviews-due', due }, `reviews-due|${monday}`))
}

const mostListed = 50

export const dueReviews = (deps: Store) =>
  deps.db.orm
    .select({
      application: applications.id,
      reviewDate: sql<string>`${decisionRecords.reviewDate}`,
    })
    .from(decisionRecords)
    .innerJoin(applications, eq(applications.seq, decisionRecords.application))
    .where(isDueForReview(deps))
    .orderBy(decisionRecords.reviewDate)
    .limit(mostListed)
    .all()

export const isDueForReview = (store: Store) =>
  and(
    eq(applications.status, 'approved'),
    isNull(applications.closedOn),
    inArray(
      applications.seq,
      store.db.orm
        .select({ seq: decisionRecords.application })
        .from(decisionRecords)
        .where(lte(decisionRecords.reviewDate, dateIn(store.env.APP_TIMEZONE, store.now()))),
    ),
  )

/**
 * Closes a trade account. The application stays approved. Refuses 'conflict' unless it is approved and open, and
 * 'stale' when the version is not `expected`.
 */
export function closeTradeAccount(
  deps: Deps,
  actor: Admin,
  id: string,
  closing: AccountClosing,
  expected: number | null,
) {
  if (closing.closedOn > dateIn(deps.env.APP_TIMEZONE, deps.now()))
    throw refusalAt('closedOn', 'invalid', closingTexts.future)
  change(deps, actor, id, expected, 'account closed', closing)
}

/** Reopens a trade account. Refuses 'conflict' unless it is closed, and 'stale' when the version is not `expected`. */
export const reopenTradeAccount = (deps: Deps, actor: Admin, id: string, expected: number | null) =>
  change(deps, actor, id, expected, 'account reopened', { closedOn: null, closingReason: null })

function change(
  deps: Deps,
  actor: Admin,
  id: string,
  expected: number | null,
  action: 'account closed' | 'account reopened',
  closing: Pick<Application, 'closedOn' | 'closingReason'>,
) {
  transact(deps, (tx) => {
    const before = authorize(tx, actor, 'decide', id)
    refuseChanged(tx, before, expected)
    if (action === 'account closed') refuseClosed(before)
    else if (before.closedOn === null) throw new Refusal('conflict', closingTexts.open)
    if (before.status !== 'approved') throw new Refusal('conflict', closingTexts.notApproved)
    const first = firstDay(tx, before)
    if (closing.closedOn && closing.closedOn < first)
      throw refusalAt('closedOn', 'invalid', closingTexts.early(first))
    changeApplication(tx, before, closing)
    recordEvent(tx, actor, { action, application: id, changes: changesOf(before, closing) })
  })
}

/**
 * Returns the earliest date on which the account can be closed. An imported account was already open before it was
 * imported.
 */
const firstDay = ({ env }: Deps, { approvedAt }: Application) =>
  approvedAt === null ? '1900-01-01' : dateIn(env.APP_TIMEZONE, approvedAt)
