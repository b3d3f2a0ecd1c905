import { z } from 'zod'
import { rowNumber } from '#src/forms/text-schema.ts'
import { importTexts } from './import-texts.ts'

/** The import that an action is about. */
export const importId = z.object({ import: rowNumber(importTexts.unknown) })

/** Whether its customers get an email with a link to the portal. */
export const importChoice = importId.extend({ invite: z.literal('yes').optional() })
