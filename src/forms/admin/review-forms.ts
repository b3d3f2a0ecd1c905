import { z } from 'zod'
import {
  checkStates,
  checkTexts,
  longestCheckName,
  longestCheckNote,
} from '#src/forms/admin/checks.ts'
import { agreedLengths, agreedTexts, closingTexts, readPounds } from '#src/forms/admin/decisions.ts'
import { type FieldValues, fieldNames, fields } from '#src/forms/fields/fields.ts'
import { sentFields } from '#src/forms/fields/schema.ts'
import { signInTexts } from '#src/forms/sign-in/sign-in-texts.ts'
import { cleanedText, emailText, optionalText, requiredText } from '#src/forms/text-schema.ts'

export const wholePounds = z
  .union([z.number(), z.string().nullish()], { error: agreedTexts.badLimit })
  .transform((input, context) => {
    const pounds = readPounds(String(input ?? ''))
    if (pounds !== undefined) return pounds
    context.addIssue({ code: 'custom', message: agreedTexts.badLimit })
    return z.NEVER
  })

const text = (max: number, area = false) => optionalText(max, { error: agreedTexts.badText, area })

const reviewDate = z
  .union([z.literal(''), z.iso.date({ error: agreedTexts.badDate })], {
    error: agreedTexts.badDate,
  })
  .nullish()
  .transform((day) => day || null)

const agreedTerms = {
  creditLimit: wholePounds,
  paymentTerms: text(agreedLengths.paymentTerms),
  reviewDate,
  remark: text(agreedLengths.remark, true),
  /** A form posts 'true', or leaves the field out. */
  isInDocument: z
    .union([z.boolean(), z.enum(['true', 'false', ''])], { error: agreedTexts.badSwitch })
    .nullish()
    .transform((input) => input === true || input === 'true'),
}

export const accountReview = z.object({
  reviewDate,
  reviewRemark: text(agreedLengths.remark, true),
})

export type AccountReview = z.infer<typeof accountReview>

export const accountClosing = z.object({
  closedOn: z.iso.date({ error: agreedTexts.badDate }),
  closingReason: requiredText(2000, { error: closingTexts.noReason, area: true }),
})

export type AccountClosing = z.infer<typeof accountClosing>

export const codeCorrection = z.object({
  customerCode: requiredText(50, { error: 'Customer code is required' }),
  sharedCode: z.string().max(64).optional().catch(undefined),
})

export type CodeCorrection = z.infer<typeof codeCorrection>

export const approval = codeCorrection.extend(agreedTerms)

export type Approval = z.infer<typeof approval>

const reason = optionalText(2000, { error: 'The reason must be text', area: true })

export const rejection = z.object({ reason })

export const proposalMark = z.object({ proposal: z.string().max(64).catch('') })

/** Only the person who proposed the approval may withdraw it without a reason. */
export const declinedProposal = proposalMark.extend({ declineReason: reason })

export const internalNote = z.object({
  note: requiredText(2000, { error: 'Note is required', area: true }),
})

/** `expected` is the last event of any check when the page was made. */
export const checkResult = z
  .object({
    check: cleanedText(longestCheckName, { error: checkTexts.unknown }),
    state: z.enum(checkStates, checkTexts.state),
    checkNote: optionalText(longestCheckNote, { error: checkTexts.badText, area: true }),
    expected: z.coerce.number().int().min(0).catch(0),
  })
  .refine(({ state, checkNote }) => checkNote || state === 'open' || state === 'passed', {
    path: ['checkNote'],
    error: checkTexts.needsNote,
  })

export type CheckResult = z.infer<typeof checkResult>

export const signInAddress = z.object({ signInEmail: emailText(signInTexts.email) })

export const noFields = z.object({})

/** The owner when the page was made. */
export const ownerSeen = z.object({
  owner: z
    .string()
    .nullish()
    .transform((name) => name || null),
})

export const colleague = ownerSeen.extend({ colleague: z.string().max(64).catch('') })

export const emailToSend = z.object({ email: z.coerce.number().int().catch(0) })

const editable = fieldNames.filter((name) => !fields[name].signed)

/** `null` or a blank text clears an optional field. */
export const recordEdit = sentFields(editable).refine(
  (values: FieldValues) => Object.keys(values).length > 0,
  'The request has no field that can be edited',
)
