import { z } from 'zod'
import { lengths } from '#src/forms/fields/field.ts'
import { emailKey } from '#src/forms/fields/normalised.ts'
import { requiredText } from '#src/forms/text-schema.ts'
import { ownPassword } from './admin-forms.ts'

export const personSearch = z.object({
  who: requiredText(lengths.email, { error: 'An email address or a reference is required' }),
})

const differs = 'Type it exactly as shown above'

export const personErasure = personSearch
  .extend({ confirmation: requiredText(lengths.email, { error: differs }) })
  .extend(ownPassword.shape)
  .refine(({ who, confirmation }) => emailKey(who) === emailKey(confirmation), {
    path: ['confirmation'],
    error: differs,
  })
