import { z } from 'zod'
import { importTexts } from './import-texts.ts'

/** The import that an action is about. */
export const importId = z.object({
  import: z
    .string({ error: importTexts.unknown })
    .regex(/^\d{1,15}$/, importTexts.unknown)
    .transform(Number),
})

/** Whether its customers get an email with a link to the portal. */
export const importChoice = importId.extend({ invite: z.literal('yes').optional() })
