import { z } from 'zod'
import { ownPassword } from '#src/forms/admin/admin-forms.ts'

export const registerNames = ['companies-house', 'hmrc'] as const
export type RegisterName = (typeof registerNames)[number]

export const registerLabels: Record<RegisterName, string> = {
  'companies-house': 'Companies House',
  hmrc: 'HMRC (VAT)',
}

export const registerTexts = {
  unknown: 'Choose a register',
  secret: 'Enter the key',
  clientId: 'Enter the client ID',
  notSet: 'Enter a key for this register under Settings, Integrations first',
  noNumber: {
    'companies-house': 'The application has no UK company number to ask about',
    hmrc: 'The application has no UK VAT number to ask about',
  },
  faults: {
    unreachable: 'could not be reached',
    refused: 'refused the key',
    busy: 'takes no more requests for now',
    unreadable: 'gave an answer that cannot be read',
  },
} as const

export type RegisterFault = keyof typeof registerTexts.faults

export const oneRegister = z.object({ register: z.enum(registerNames, registerTexts.unknown) })

const typed = z
  .string()
  .max(2000)
  .transform((text) => text.trim())

export const registerKey = ownPassword
  .extend(oneRegister.shape)
  .extend({
    clientId: typed.default(''),
    clientSecret: typed.pipe(z.string().regex(/^[\x21-\x7e]+$/, registerTexts.secret)),
  })
  .refine(({ register, clientId }) => register !== 'hmrc' || clientId !== '', {
    path: ['clientId'],
    error: registerTexts.clientId,
  })
