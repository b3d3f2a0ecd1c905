import { z } from 'zod'
import { cleanedText, emailText, requiredText } from '#src/forms/text-schema.ts'
import { companyTexts } from './company-fields.ts'

/** A text that may be left out; blank counts as none. */
const optional = (max: number, area = false) =>
  cleanedText(max, { error: companyTexts.badText, area })
    .optional()
    .transform((text) => text || null)

const matching = (max: number, fits: (text: string) => boolean, message: string) =>
  optional(max).refine((text) => text === null || fits(text), message)

const isTelephone = (text: string) => /^[+(]?\d[\d\s()./-]{3,}$/.test(text)

const isWebAddress = (text: string) => /^https?:\/\/[^\s/]/i.test(text) && URL.canParse(text)

/** The supplier's own details as they are sent. */
export const companySchema = z.object({
  name: requiredText(100, { error: companyTexts.noName }),
  registeredAddress: optional(200, true),
  companyNumber: optional(40),
  vatNumber: optional(40),
  telephone: matching(40, isTelephone, companyTexts.badTelephone),
  salesEmail: emailText(companyTexts.badEmail),
  privacyUrl: matching(500, isWebAddress, companyTexts.badUrl),
})

export type CompanyInput = z.infer<typeof companySchema>

/** The version of the details that the page showed. */
export const companyVersionSchema = z.object({
  version: z.coerce.number().int().min(0).catch(-1),
})
