import { z } from 'zod'
import { ownPassword } from '#src/forms/admin/admin-forms.ts'
import {
  checkLines,
  checkTexts,
  longestCheckName,
  mostChecks,
  readyChecks,
} from '#src/forms/admin/checks.ts'
import { wholePounds } from '#src/forms/admin/review-forms.ts'
import { longestRequest } from '#src/forms/requests/requests.ts'
import { cleanedText, emailText, listOf, requiredText } from '#src/forms/text-schema.ts'
import { readWebAddress } from '#src/forms/web-address.ts'
import { isColour } from './accent.ts'

type CompanyFieldSpec = {
  label: string
  hint?: string
  control: 'text' | 'area' | 'email' | 'tel' | 'url' | 'boxes' | 'number' | 'pounds' | 'colour'
  options?: readonly { value: string; label: string }[]
  autoComplete?: string
}

export const weekdays = 'Monday Tuesday Wednesday Thursday Friday Saturday Sunday'
  .split(' ')
  .map((label, at) => ({ value: String(at + 1), label }))

export const companyFields: Record<CompanyField, CompanyFieldSpec> = {
  name: {
    label: 'Company name',
    hint: 'Shown on every page, email and document',
    control: 'text',
    autoComplete: 'organization',
  },
  registeredAddress: { label: 'Registered address (optional)', control: 'area' },
  companyNumber: { label: 'Company number (optional)', control: 'text' },
  vatNumber: { label: 'VAT number (optional)', control: 'text' },
  telephone: { label: 'Telephone (optional)', control: 'tel', autoComplete: 'tel' },
  salesEmail: {
    label: 'Sales email address',
    hint: 'Shown as help on every page; replies to emails go there',
    control: 'email',
  },
  privacyUrl: {
    label: 'Web address of your privacy notice (optional)',
    hint: 'Such as https://www.example.com/privacy',
    control: 'url',
  },
  workingDays: {
    label: 'Working days',
    hint: 'The age of an application and the promise below only count these days',
    control: 'boxes',
    options: weekdays,
  },
  promisedFrom: { label: 'Promise from (business days)', control: 'number' },
  promisedTo: {
    label: 'Promise to (business days)',
    hint: 'For one exact number, enter it twice',
    control: 'number',
  },
  standingQuestion: {
    label: 'Question (optional)',
    hint: 'For example: the credit you need per month, two trade references, a letterhead. Leave it empty to ask nothing',
    control: 'area',
  },
  standingFiles: {
    label: 'Files',
    control: 'boxes',
    options: [{ value: 'true', label: 'They may attach files' }],
  },
  secondPersonAbove: {
    label: 'Two people must approve credit limits above (£)',
    hint: 'Optional. Whole pounds, such as 10,000. Leave it empty if one person may approve any limit',
    control: 'pounds',
  },
  readyChecks: {
    label: 'Ask for',
    control: 'boxes',
    options: readyChecks.map((name) => ({ value: name, label: name })),
  },
  ownChecks: {
    label: 'Checks of your own (optional)',
    hint: `One per line. At most ${mostChecks} in all`,
    control: 'area',
  },
  creditNeedsChecks: {
    label: 'Credit accounts',
    control: 'boxes',
    options: [{ value: 'true', label: 'Approve credit only once no check is open' }],
  },
  reviewMonths: {
    label: 'Review credit accounts after (months)',
    hint: 'Optional. Counts from the approval or the last review, unless somebody chooses another date',
    control: 'number',
  },
  largeLimitAbove: {
    label: 'Larger credit limits are above (£)',
    hint: 'Optional. Whole pounds, such as 50,000',
    control: 'pounds',
  },
  largeReviewMonths: { label: 'Review those after (months)', control: 'number' },
  accent: {
    label: 'Accent colour (optional)',
    hint: 'A colour code such as #1d70b8. Leave it empty for the built-in colours',
    control: 'colour',
  },
}

export type CompanyField = keyof CompanyInput

export const companyFieldNames = Object.keys(companyFields) as CompanyField[]

export const companyCards: { title: string; note?: string; fields: CompanyField[] }[] = [
  {
    title: 'Details',
    fields: [
      ...(['name', 'registeredAddress', 'companyNumber', 'vatNumber'] as const),
      ...(['telephone', 'salesEmail', 'privacyUrl'] as const),
    ],
  },
  {
    title: 'Appearance',
    note: 'Used for main buttons, email headers and document headings. Where it would be hard to see in the light or dark theme, pages and emails use a shade of it.',
    fields: ['accent'],
  },
  {
    title: 'Approvals',
    note: 'Above this limit one person proposes the approval and another one confirms it.',
    fields: ['secondPersonAbove'],
  },
  {
    title: 'Question to credit applicants',
    note: 'Everyone who applies for credit is asked this in the receipt and in the portal. The promised answer time does not wait for it, and a decision closes it. A change applies to applications submitted from then on.',
    fields: ['standingQuestion', 'standingFiles'],
  },
  {
    title: 'Answer times',
    note: 'The page after submitting, the receipt and the portal say when customers can expect an answer, such as "within 2-3 business days". The dashboard marks an application as late after the second number.',
    fields: ['workingDays', 'promisedFrom', 'promisedTo'],
  },
  {
    title: 'Checks before a decision',
    note: 'Reviewers record each on the application, with a note and a file. Customers never see them, but the data in the document of an approval names them with their results.',
    fields: ['readyChecks', 'ownChecks', 'creditNeedsChecks'],
  },
  {
    title: 'Reviews',
    note: 'Once a week, your team gets an email about the approved accounts whose review date has come.',
    fields: ['reviewMonths', 'largeLimitAbove', 'largeReviewMonths'],
  },
]

export const logoTexts = {
  none: 'Choose a file first',
  notLogo: 'Choose a PNG or SVG file of at most 512 KB. A PNG may have at most 2400 by 2400 pixels',
  foreignParts:
    'This SVG contains text, pictures or entities. Turn them into paths, or upload a PNG',
  notDrawn: 'This SVG could not be drawn. Upload a PNG instead',
  tooDetailed: 'This picture is too detailed. Upload a smaller one, such as 800 by 200 pixels',
  blank: 'There is nothing to see in this file',
  busy: 'The logo cannot be drawn right now. Please try again in a moment',
  stale:
    'The logo has been changed since you opened this page. Nothing was saved. Look at it and upload yours again if it is still needed',
} as const

export const companyTexts = {
  noName: 'Company name is required',
  badText: 'must be text',
  badTelephone: 'Enter a telephone number such as +44 20 7946 0000',
  badEmail: 'Invalid email address',
  badUrl: 'Enter a web address that begins with https:// or http://',
  noDay: 'Choose at least one working day',
  badDays: 'Enter a whole number of days from 1 to 60',
  badMonths: 'Enter a whole number of months from 1 to 120',
  largeInPairs: 'Enter both the limit and its months, or neither',
  promiseOrder: 'The second number must not be less than the first',
  badColour: 'Enter a colour such as #d9480f',
  stale:
    'The details have been changed since you opened this page. Nothing was saved. Check your entries and save again.',
  nowSaved: (value: string | null) =>
    value === null ? 'Now saved: nothing' : `Now saved: ${value.replaceAll('\n', ', ')}`,
} as const

const optional = (max: number, area = false) =>
  cleanedText(max, { error: companyTexts.badText, area })
    .optional()
    .transform((text) => text || null)

const matching = (max: number, fits: (text: string) => boolean, message: string) =>
  optional(max).refine((text) => text === null || fits(text), message)

const isTelephone = (text: string) => /^[+(]?\d[\d\s()./-]{3,}$/.test(text)

const promisedDays = z
  .string({ error: companyTexts.badDays })
  .regex(/^\s*([1-9]|[1-5]\d|60)\s*$/, companyTexts.badDays)
  .transform(Number)

const months = z
  .string()
  .regex(/^\s*([1-9]|[1-9]\d|1[01]\d|120)?\s*$/, companyTexts.badMonths)
  .optional()
  .transform((text) => Number(text) || null)

const workingDays = listOf(
  z
    .array(
      z.enum(
        weekdays.map(({ value }) => value),
        companyTexts.noDay,
      ),
    )
    .min(1, companyTexts.noDay)
    .transform((days) => [...new Set(days)].map(Number).sort()),
)

const chosenChecks = listOf(
  z.array(z.string()).transform((names) => readyChecks.filter((name) => names.includes(name))),
)

const ownChecks = optional(mostChecks * (longestCheckName + 2), true)
  .refine(
    (text) => checkLines(text).every((name) => name.length <= longestCheckName),
    checkTexts.longName,
  )
  .transform((text) => checkLines(text).join('\n') || null)

const accent = matching(20, isColour, companyTexts.badColour).transform(
  (text) => text?.toLowerCase() ?? null,
)

const ticked = z
  .string()
  .optional()
  .transform((input) => input === 'true')

const details = z.object({
  name: requiredText(100, { error: companyTexts.noName }),
  registeredAddress: optional(200, true),
  companyNumber: optional(40),
  vatNumber: optional(40),
  telephone: matching(40, isTelephone, companyTexts.badTelephone),
  salesEmail: emailText(companyTexts.badEmail),
  privacyUrl: matching(500, (text) => readWebAddress(text) !== null, companyTexts.badUrl),
  workingDays,
  promisedFrom: promisedDays,
  promisedTo: promisedDays,
  standingQuestion: optional(longestRequest, true),
  standingFiles: ticked,
  secondPersonAbove: wholePounds,
  readyChecks: chosenChecks,
  ownChecks,
  creditNeedsChecks: ticked,
  reviewMonths: months,
  largeLimitAbove: wholePounds,
  largeReviewMonths: months,
  accent,
})

export type CompanyInput = z.infer<typeof details>

const checkChoice = z.object({ readyChecks: z.array(z.string()), ownChecks: z.string().nullable() })

const checksIn = ({ readyChecks, ownChecks }: z.infer<typeof checkChoice>) => [
  ...readyChecks,
  ...checkLines(ownChecks),
]

const promise = z.object({ promisedFrom: z.number(), promisedTo: z.number() })

const larger = z.object({
  largeLimitAbove: z.number().nullable(),
  largeReviewMonths: z.number().nullable(),
})

const version = z.coerce.number().int().min(0).catch(-1)

export const versionedSave = ownPassword.extend({ version })

export const companySchema = details
  .extend(versionedSave.shape)
  .refine((input) => input.promisedFrom <= input.promisedTo, {
    path: ['promisedTo'],
    error: companyTexts.promiseOrder,
    // this fault is reported together with faults of other fields
    when: ({ value }) => promise.safeParse(value).success,
  })
  .refine((input) => (input.largeLimitAbove === null) === (input.largeReviewMonths === null), {
    path: ['largeReviewMonths'],
    error: companyTexts.largeInPairs,
    when: ({ value }) => larger.safeParse(value).success,
  })
  .refine((input) => checksIn(input).length <= mostChecks, {
    path: ['ownChecks'],
    error: checkTexts.tooMany,
    when: ({ value }) => checkChoice.safeParse(value).success,
  })
  .refine((input) => new Set(checksIn(input)).size === checksIn(input).length, {
    path: ['ownChecks'],
    error: checkTexts.twice,
    when: ({ value }) => checkChoice.safeParse(value).success,
  })

/** `expected` is the hash of the logo when the page was made. */
export const logoSchema = ownPassword.extend({
  action: z.string().optional(),
  expected: z.string().catch(''),
  logo: z.unknown().optional(),
})
