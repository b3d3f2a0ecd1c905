import { z } from 'zod'
import { ownPassword } from '#src/forms/admin/admin-forms.ts'
import { registerNames, registerTexts } from './registers.ts'

export const oneRegister = z.object({ register: z.enum(registerNames, registerTexts.unknown) })

const text = z
  .string()
  .max(2000)
  .transform((text) => text.trim())

export const registerKey = ownPassword
  .extend(oneRegister.shape)
  .extend({
    clientId: text.default(''),
    clientSecret: text.pipe(z.string().regex(/^[\x21-\x7e]+$/, registerTexts.secret)),
  })
  .refine(({ register, clientId }) => register !== 'hmrc' || clientId !== '', {
    path: ['clientId'],
    error: registerTexts.clientId,
  })
