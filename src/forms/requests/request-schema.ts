import { z } from 'zod'
import { cleanedText, requiredText, rowNumber } from '#src/forms/text-schema.ts'
import { longestRequest, requestTexts } from './requests.ts'

export const informationRequest = z.object({
  request: requiredText(longestRequest, { error: requestTexts.required, area: true }),
})

const requestId = rowNumber(requestTexts.notOpen)

export const oneRequest = z.object({ request: requestId })

/** The text may be empty when there are files. */
export const requestAnswer = z.object({
  request: requestId,
  answer: cleanedText(longestRequest, { error: requestTexts.nothing, area: true }).default(''),
})
