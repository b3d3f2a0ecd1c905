import { z } from 'zod'
import { cleanedText, requiredText } from '#src/forms/text-schema.ts'
import { longestRequest, requestTexts } from './request-texts.ts'

/** What a reviewer asks a customer for. */
export const informationRequest = z.object({
  request: requiredText(longestRequest, { error: requestTexts.required, area: true }),
})

const requestId = z
  .string()
  .regex(/^\d{1,15}$/, requestTexts.notOpen)
  .transform(Number)

/** The request that an action is about, by its number. */
export const oneRequest = z.object({ request: requestId })

/** A customer's answer: the text may stay empty when there are files. */
export const requestAnswer = z.object({
  request: requestId,
  answer: cleanedText(longestRequest, { error: requestTexts.nothing, area: true }).default(''),
})
