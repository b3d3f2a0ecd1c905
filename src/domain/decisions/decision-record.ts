import { eq } from 'drizzle-orm'
import type { Change } from '#db/schema/events.ts'
import { decisionRecords } from '#db/schema/review.ts'
import type { Writing } from '#db/transaction.ts'
import type { Store } from '#src/deps.ts'
import type { Application } from '#src/domain/applications/application.ts'
import { dateIn } from '#src/domain/calendar.ts'
import { refusalAt } from '#src/domain/refusal.ts'
import {
  type AgreedTerms,
  agreedFacts,
  agreedLabels,
  agreedTexts,
} from '#src/forms/admin/decisions.ts'
import { fields } from '#src/forms/fields/fields.ts'

type Of = Pick<Application, 'seq'>

export function agreedOf({ db }: Store, { seq }: Of): AgreedTerms | null {
  const row = db.orm
    .select()
    .from(decisionRecords)
    .where(eq(decisionRecords.application, seq))
    .get()
  if (!row) return null
  const { application: _, ...agreed } = row
  return agreed
}

export function agreedForCustomer(store: Store, application: Of) {
  const agreed = agreedOf(store, application)
  // a later review changes the date, but the sealed document keeps the date of the decision
  return agreed?.isInDocument ? agreedFacts({ ...agreed, reviewDate: null }) : []
}

export function approvedAs(store: Store, application: Of & Pick<Application, 'accountType'>) {
  const account = fields.accountType.options?.[application.accountType ?? '']
  const rows = agreedForCustomer(store, application)
  return account ? [{ label: 'Account', value: account }, ...rows] : rows
}

/** Refuses 'invalid' for a limit on a cash account, and for a review date that is not in the future. */
export function refuseOddTerms(
  deps: Store,
  { accountType }: Pick<Application, 'accountType'>,
  agreed: AgreedTerms,
) {
  const { creditLimit } = agreed
  if (creditLimit !== null && accountType !== 'credit')
    throw refusalAt('creditLimit', 'invalid', agreedTexts.noCredit)
  if (isPast(deps, agreed)) throw refusalAt('reviewDate', 'invalid', agreedTexts.past)
}

export const isPast = ({ env, now }: Store, { reviewDate }: Pick<AgreedTerms, 'reviewDate'>) =>
  reviewDate !== null && reviewDate <= dateIn(env.APP_TIMEZONE, now())

/**
 * Replaces the agreed terms, and returns the changes for the event. With `null`, as for a rejection, it only removes
 * them.
 */
export function replaceAgreed(
  deps: Writing<Store>,
  application: Of,
  agreed: AgreedTerms | null,
): Change[] {
  const before = agreedOf(deps, application)
  deps.db.orm.delete(decisionRecords).where(eq(decisionRecords.application, application.seq)).run()
  const after = agreed && hasWords(agreed) ? agreed : null
  if (after)
    deps.db.orm
      .insert(decisionRecords)
      .values({ application: application.seq, ...after })
      .run()
  return changedTerms(before, after)
}

const hasWords = ({ creditLimit, paymentTerms, reviewDate, remark }: AgreedTerms) =>
  [creditLimit, paymentTerms, reviewDate, remark].some((part) => part !== null)

export const changedTerms = (before: AgreedTerms | null, after: AgreedTerms | null): Change[] =>
  (Object.keys(agreedLabels) as (keyof AgreedTerms)[])
    .map((field) => ({
      field,
      before: agreedTextOf(before?.[field]),
      after: agreedTextOf(after?.[field]),
    }))
    .filter(({ before, after }) => before !== after)

export const agreedTextOf = (value: string | number | boolean | null | undefined) =>
  value === null || value === undefined || value === false ? null : String(value)
