import { z } from 'zod'
import { cleanedText, requiredText } from '#src/forms/text-schema.ts'

/** The longest question and the longest answer, in characters. */
export const longestRequest = 2000

/** Why a request for information, or its answer, is refused. */
export const requestTexts = {
  required: 'Write what is missing',
  notSubmitted: 'Only a submitted application can be asked for more',
  alreadyOpen: 'The customer has been asked already. Wait for the answer or withdraw that request.',
  noAddress: 'The application has no email address, so the customer cannot be asked',
  notOpen: 'This request has been answered or withdrawn meanwhile',
  closed: 'This request has been answered or is no longer open. Nothing more was sent.',
  nothing: 'Write an answer or choose a file',
} as const

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
