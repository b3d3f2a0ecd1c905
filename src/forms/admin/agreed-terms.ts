import { z } from 'zod'
import { cleanedText } from '#src/forms/text-schema.ts'

export const agreedTexts = {
  badLimit: 'Enter whole pounds, such as 25,000',
  noCredit: 'Only credit accounts have a credit limit',
  badDate: 'Enter a date',
  past: 'Choose a day after today',
  badText: 'must be text',
  badSwitch: 'must be true or false',
} as const

export const agreedLengths = { paymentTerms: 100, remark: 2000 } as const

/** Offered while the payment terms are typed; any other words are taken too. */
export const usualTerms = ['14 days net', '30 days net', '60 days net', 'Proforma']

const highestLimit = 999_999_999

/** Whole pounds as a number, or as they are typed: `25000`, `25,000`, `£ 25,000.00`; nothing typed is no limit. */
export const wholePounds = z
  .union([z.number(), z.string()], { error: agreedTexts.badLimit })
  .nullish()
  .transform((given, context) => {
    const pounds = readPounds(given ?? '')
    if (pounds !== undefined) return pounds
    context.addIssue({ code: 'custom', message: agreedTexts.badLimit })
    return z.NEVER
  })

function readPounds(given: string | number): number | null | undefined {
  const typed = String(given).trim()
  if (typed === '') return null
  const [, digits] = /^£?\s*(\d{1,3}(?:,\d{3})+|\d{1,9})(?:\.00?)?$/.exec(typed) ?? []
  const pounds = Number(digits?.replaceAll(',', ''))
  return digits && pounds <= highestLimit ? pounds : undefined
}

const text = (max: number, area = false) =>
  cleanedText(max, { error: agreedTexts.badText, area })
    .nullish()
    .transform((given) => given || null)

/** What accounts agree with an approval; each part may be left out. */
export const agreedTerms = {
  creditLimit: wholePounds,
  paymentTerms: text(agreedLengths.paymentTerms),
  /** `YYYY-MM-DD`. */
  reviewDate: z
    .union([z.literal(''), z.iso.date()], { error: agreedTexts.badDate })
    .nullish()
    .transform((day) => day || null),
  /** Never leaves the back office. */
  remark: text(agreedLengths.remark, true),
  /** Whether limit, terms and review date stand in the countersigned document; a form posts 'true' or nothing. */
  isInDocument: z
    .union([z.boolean(), z.enum(['true', 'false', ''])], { error: agreedTexts.badSwitch })
    .nullish()
    .transform((given) => given === true || given === 'true'),
}

const agreed = z.object(agreedTerms)
export type AgreedTerms = z.infer<typeof agreed>

export const agreedLabels: Record<keyof AgreedTerms, string> = {
  creditLimit: 'Credit limit',
  paymentTerms: 'Payment terms',
  reviewDate: 'Review date',
  remark: 'Internal remark',
  isInDocument: 'Shown in the countersigned document',
}

/** Whole pounds as people read them. */
export const poundsText = (pounds: number) => `£${pounds.toLocaleString('en-GB')}`
