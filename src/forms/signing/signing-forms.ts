import { z } from 'zod'
import { lengths } from '#src/forms/fields/field.ts'
import { fields } from '#src/forms/fields/fields.ts'
import { emailText, requiredText } from '#src/forms/text-schema.ts'
import { signingTexts } from './signing-texts.ts'

/** The person whom an applicant asks to sign. */
export const namedSigner = z.object({
  signerAsked: requiredText(lengths.line, { error: signingTexts.noName }),
  signerEmail: emailText(signingTexts.noEmail),
})

/** The reason why a signer sends the application back. */
export const sendBackForm = z.object({
  note: requiredText(signingTexts.longestNote, { error: signingTexts.noNote, area: true }),
})

const text = z.string().optional()

/** The fields that the signer's page posts. `saveSchema` checks them, as it does for the form. */
export const signingForm = z.object({
  authSignature: text,
  signing: text,
  signerName: text,
  position: z.string({ error: fields.position.message }),
  agreementDate: z.string({ error: fields.agreementDate.message }),
})
