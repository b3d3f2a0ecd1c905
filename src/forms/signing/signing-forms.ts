import { z } from 'zod'
import { lengths } from '#src/forms/fields/field.ts'
import { fields } from '#src/forms/fields/fields.ts'
import { emailText, requiredText } from '#src/forms/text-schema.ts'
import { signingTexts } from './signing-texts.ts'

/** Whom an applicant asks to sign. */
export const namedSigner = z.object({
  signerAsked: requiredText(lengths.line, { error: signingTexts.noName }),
  signerEmail: emailText(signingTexts.noEmail),
})

/** Why a signer sends it back. */
export const sendBackForm = z.object({
  note: requiredText(signingTexts.longestNote, { error: signingTexts.noNote, area: true }),
})

const text = z.string().optional()

/** What the page of the signer posts; `saveSchema` checks it, as it does what the form posts. */
export const signingForm = z.object({
  authSignature: text,
  signing: text,
  signerName: text,
  position: z.string({ error: fields.position.message }),
  agreementDate: z.string({ error: fields.agreementDate.message }),
})
