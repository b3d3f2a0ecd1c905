import { z } from 'zod'
import { lengths, messages } from './fields/field.ts'
import { readText } from './text.ts'

type TextRules = { error: string; tooLong?: string; area?: boolean }

/** A text of at most `max` characters, cleaned; its raw length is checked first. It may be blank. */
export const cleanedText = (
  max: number,
  { error, tooLong = messages.tooLong(max), area }: TextRules,
) =>
  z.string({ error }).transform((text, context) => {
    const clean = readText(text, max, area)
    if (clean !== null) return clean
    context.addIssue({ code: 'custom', message: tooLong })
    return z.NEVER
  })

/** A text that must be there; `error` is the message when it is missing or blank. */
export const requiredText = (max: number, rules: TextRules) =>
  cleanedText(max, rules).pipe(z.string().min(1, rules.error))

/** A text that may be left out; none and a blank one are `null`. */
export const optionalText = (max: number, rules: TextRules) =>
  cleanedText(max, rules)
    .nullish()
    .transform((text) => text || null)

/** What a form posts once, more than once, or not at all. */
export const listOf = <T>(schema: z.ZodType<T, unknown[]>) =>
  z.preprocess((posted) => [posted ?? []].flat(), schema)

/** The number of a row, as a form posts it. */
export const rowNumber = (error: string) =>
  z
    .string({ error })
    .regex(/^\d{1,15}$/, error)
    .transform(Number)

/** An email address; `error` is the message for whatever is wrong with it. */
export const emailText = (error: string) =>
  cleanedText(lengths.email, { error, tooLong: error }).pipe(z.email({ error }))
