import { z } from 'zod'
import { ownPassword } from '#src/forms/admin/admin-forms.ts'
import { wholePounds } from '#src/forms/admin/review-forms.ts'
import { cleanedText, emailText, listOf, requiredText } from '#src/forms/text-schema.ts'
import { accentFault, isColour } from './accent.ts'
import { companyTexts, weekdays } from './company-fields.ts'

/** A text that may be left out; blank counts as none. */
const optional = (max: number, area = false) =>
  cleanedText(max, { error: companyTexts.badText, area })
    .optional()
    .transform((text) => text || null)

const matching = (max: number, fits: (text: string) => boolean, message: string) =>
  optional(max).refine((text) => text === null || fits(text), message)

const isTelephone = (text: string) => /^[+(]?\d[\d\s()./-]{3,}$/.test(text)

const isWebAddress = (text: string) => /^https?:\/\/[^\s/]/i.test(text) && URL.canParse(text)

const promisedDays = z
  .string({ error: companyTexts.badDays })
  .regex(/^\s*([1-9]|[1-5]\d|60)\s*$/, companyTexts.badDays)
  .transform(Number)

/** ISO weekdays, each once and in order. */
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

/** `#rrggbb` in small letters; refused when it cannot be made out in one of the themes. */
const accent = optional(20)
  .refine((text) => text === null || isColour(text), {
    error: companyTexts.badColour,
    abort: true,
  })
  .superRefine((text, context) => {
    const fault = text && accentFault(text)
    if (fault) context.addIssue({ code: 'custom', message: fault })
  })
  .transform((text) => text?.toLowerCase() ?? null)

const details = z.object({
  name: requiredText(100, { error: companyTexts.noName }),
  registeredAddress: optional(200, true),
  companyNumber: optional(40),
  vatNumber: optional(40),
  telephone: matching(40, isTelephone, companyTexts.badTelephone),
  salesEmail: emailText(companyTexts.badEmail),
  privacyUrl: matching(500, isWebAddress, companyTexts.badUrl),
  workingDays,
  promisedFrom: promisedDays,
  promisedTo: promisedDays,
  secondPersonAbove: wholePounds,
  accent,
})

export type CompanyInput = z.infer<typeof details>

/** The version that the page showed. */
const version = z.coerce.number().int().min(0).catch(-1)

/** A save of what has a version, with the password that it may ask for. */
export const versionedSave = ownPassword.extend({ version })

/** The supplier's own details as they are sent. */
export const companySchema = details
  .extend(versionedSave.shape)
  .refine((given) => given.promisedFrom <= given.promisedTo, {
    path: ['promisedTo'],
    error: companyTexts.promiseOrder,
  })

/** A logo that is uploaded or removed; `seen` names the one that the page showed. */
export const logoSchema = ownPassword.extend({
  action: z.string().optional(),
  seen: z.string().catch(''),
  logo: z.file().optional().catch(undefined),
})
