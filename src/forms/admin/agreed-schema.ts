import { z } from 'zod'
import { agreedLengths, agreedTexts } from '#src/forms/admin/agreed-terms.ts'
import { optionalText } from '#src/forms/text-schema.ts'

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

const text = (max: number, area = false) => optionalText(max, { error: agreedTexts.badText, area })

/** What accounts agree with an approval; each part may be left out. */
export const agreedTerms = {
  creditLimit: wholePounds,
  paymentTerms: text(agreedLengths.paymentTerms),
  reviewDate: z
    .union([z.literal(''), z.iso.date({ error: agreedTexts.badDate })], {
      error: agreedTexts.badDate,
    })
    .nullish()
    .transform((day) => day || null),
  remark: text(agreedLengths.remark, true),
  /** A form posts 'true' or nothing. */
  isInDocument: z
    .union([z.boolean(), z.enum(['true', 'false', ''])], { error: agreedTexts.badSwitch })
    .nullish()
    .transform((given) => given === true || given === 'true'),
}
