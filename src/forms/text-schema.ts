import { z } from 'zod'
import { emailPattern, withPlainDomain } from './email-address.ts'
import { lengths, messages } from './fields/field.ts'
import { readText } from './text.ts'

type TextRules = { error: string; tooLong?: string; area?: boolean }

/** Returns a schema for a cleaned text, which may be blank. It checks the raw length before it cleans the text. */
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

export const requiredText = (max: number, rules: TextRules) =>
  cleanedText(max, rules).pipe(z.string().min(1, rules.error))

export const optionalText = (max: number, rules: TextRules) =>
  cleanedText(max, rules)
    .nullish()
    .transform((text) => text || null)

export const listOf = <T>(schema: z.ZodType<T, unknown[]>) =>
  z.preprocess((posted) => [posted ?? []].flat(), schema)

export const rowNumber = (error: string) =>
  z
    .string({ error })
    .regex(/^\d{1,15}$/, error)
    .transform(Number)

export const emailText = (error: string) =>
  cleanedText(lengths.email, { error, tooLong: error }).pipe(emailAddress(error))

export const emailAddress = (error: string) =>
  z
    .string({ error })
    .transform(withPlainDomain)
    .pipe(z.email({ error, pattern: emailPattern }))
