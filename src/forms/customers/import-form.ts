import { z } from 'zod'
import { ownPassword } from '#src/forms/admin/admin-forms.ts'

export const importForm = ownPassword.extend({
  file: z.unknown().optional(),
  invite: z.literal('yes').optional(),
})
