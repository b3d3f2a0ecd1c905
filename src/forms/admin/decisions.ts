import { longDate } from '#src/forms/dates.ts'
import type { Status } from '#src/forms/statuses.ts'
export const agreedTexts = {
  badLimit: 'Enter whole pounds, such as 25,000',
  noLimit: 'Enter a credit limit. It decides whether a second person has to confirm the approval',
  noCredit: 'Only credit accounts have a credit limit',
  typeApproved:
    'The account type is part of what was approved. Reject the application, change the account type, then approve it again with what was agreed.',
  badDate: 'Enter a date',
  past: 'Choose a day after today',
  badText: 'must be text',
  badSwitch: 'must be true or false',
} as const

export const closingTexts = {
  notApproved: 'Only an approved account can be closed',
  closed: 'This account is closed. Reopen it first.',
  open: 'This account is open',
  future: 'Choose today or an earlier day',
  early: (first: string) => `Choose ${longDate(first)} or a later day`,
  noReason: 'Enter a reason',
} as const

export const agreedLengths = { paymentTerms: 100, remark: 2000 } as const

export type AgreedTerms = {
  /** Whole pounds. */
  creditLimit: number | null
  paymentTerms: string | null
  /** `YYYY-MM-DD`. */
  reviewDate: string | null
  /** The remark is never shown outside of the back office. */
  remark: string | null
  isInDocument: boolean
}

export const agreedLabels: Record<keyof AgreedTerms, string> = {
  creditLimit: 'Credit limit',
  paymentTerms: 'Payment terms',
  reviewDate: 'Review date',
  remark: 'Internal remark',
  isInDocument: 'Shown to the customer',
}

export function agreedFacts({
  creditLimit,
  paymentTerms,
  reviewDate,
}: Pick<AgreedTerms, 'creditLimit' | 'paymentTerms' | 'reviewDate'>) {
  const rows = [
    { label: agreedLabels.creditLimit, value: creditLimit === null ? '' : poundsText(creditLimit) },
    { label: agreedLabels.paymentTerms, value: paymentTerms ?? '' },
    {
      label: 'Next review of these terms',
      value: reviewDate === null ? '' : longDate(reviewDate),
    },
  ]
  return rows.filter(({ value }) => value !== '')
}

const highestLimit = 999_999_999

/** Reads `25000`, `25,000` and `£ 25,000.00`. Returns `null` for a blank text and `undefined` for anything else. */
export function readPounds(input: string): number | null | undefined {
  const text = input.trim()
  if (text === '') return null
  const [, digits] = /^£?\s*(\d{1,3}(?:,\d{3})+|\d{1,9})(?:\.00?)?$/.exec(text) ?? []
  const pounds = Number(digits?.replaceAll(',', ''))
  return digits && pounds <= highestLimit ? pounds : undefined
}

export const isAboveLimit = (creditLimit: number | null, secondPersonAbove: number | null) =>
  creditLimit !== null && secondPersonAbove !== null && creditLimit > secondPersonAbove

export const poundsText = (pounds: number) => `£${pounds.toLocaleString('en-GB')}`

/** The statuses from which each decision is possible. Nothing else changes a status. */
export const transitions = {
  approved: ['submitted', 'rejected'],
  rejected: ['submitted', 'approved'],
} as const

export type Decision = keyof typeof transitions

const decisions: Decision[] = ['approved', 'rejected']

export const allowed = (status: Status | null): Decision[] =>
  decisions.filter((decision) => transitions[decision].some((from) => from === status))
