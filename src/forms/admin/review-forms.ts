import { z } from 'zod'
import { agreedLengths, agreedTexts, readPounds } from '#src/forms/admin/agreed-terms.ts'
import { type FieldValues, fieldNames, fields } from '#src/forms/fields/fields.ts'
import { sentFields } from '#src/forms/fields/schema.ts'
import { signInTexts } from '#src/forms/sign-in/sign-in.ts'
import { emailText, optionalText, requiredText } from '#src/forms/text-schema.ts'

/** Whole pounds as a number, or as they are typed; nothing typed is no limit. */
export const wholePounds = z
  .union([z.number(), z.string().nullish()], { error: agreedTexts.badLimit })
  .transform((given, context) => {
    const pounds = readPounds(String(given ?? ''))
    if (pounds !== undefined) return pounds
    context.addIssue({ code: 'custom', message: agreedTexts.badLimit })
    return z.NEVER
  })

const text = (max: number, area = false) => optionalText(max, { error: agreedTexts.badText, area })

/** What accounts agree with an approval; each part may be left out. */
const agreedTerms = {
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

/** An approval: the customer code (rule 112), what accounts agreed, and the code that is known to be shared. */
export const approval = z.object({
  customerCode: requiredText(50, { error: 'Customer code is required' }),
  sharedCode: z.string().max(64).optional(),
  ...agreedTerms,
})

export type Approval = z.infer<typeof approval>

const reason = optionalText(2000, { error: 'The reason must be text', area: true })

/** Reject: the reason may stay empty. */
export const rejection = z.object({ reason })

/** Which proposal somebody confirms, as the page names it. */
export const proposalMark = z.object({ proposal: z.string().max(64).catch('') })

/** A proposal that is declined or withdrawn; only who proposed it may do without a reason. */
export const declinedProposal = proposalMark.extend({ declineReason: reason })

/** An internal note. */
export const internalNote = z.object({
  note: requiredText(2000, { error: 'Note is required', area: true }),
})

/** Where a client signs in from now on. */
export const signInAddress = z.object({ signInEmail: emailText(signInTexts.email) })

/** Who gets an application; an unknown name is the domain's question. */
export const colleague = z.object({ colleague: z.string().max(64).catch('') })

const editable = fieldNames.filter((name) => !fields[name].signed)

/** An admin's edit: the fields that were sent, each checked; `null` and blank text clear a field that may be empty. */
export const recordEdit = sentFields(editable).refine(
  (sent: FieldValues) => Object.keys(sent).length > 0,
  'The request has no field that can be edited',
)
