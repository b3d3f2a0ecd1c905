import { z } from 'zod'
import { texts } from './rules.ts'

/** How a field's raw input is read before it is checked; kept in the schema's `meta`. */
export type Kind = 'line' | 'area' | 'email' | 'day' | 'choice' | 'choices' | 'yesNo' | 'image'

/** Longest texts, in characters (rule 13). */
export const lengths = { line: 200, area: 1000, email: 254, directors: 50 } as const

const text = (kind: 'line' | 'area', message: string) =>
  z
    .string({ error: message })
    .min(1, message)
    .max(lengths[kind], texts.tooLong(lengths[kind]))
    .meta({ kind })

/** One line of text that must be there. */
export const line = (message: string) => text('line', message)

/** Several lines of text that must be there. */
export const area = (message: string) => text('area', message)

/** One line that may stay empty. */
export const optionalLine = () =>
  z.string().max(lengths.line, texts.tooLong(lengths.line)).nullish().meta({ kind: 'line' })

/** Several lines that may stay empty. */
export const optionalArea = () =>
  z.string().max(lengths.area, texts.tooLong(lengths.area)).nullish().meta({ kind: 'area' })

/** An e-mail address; the same message for none and for a wrong one. */
export const email = (message: string) =>
  z
    .email({ error: message })
    .max(lengths.email, texts.tooLong(lengths.email))
    .meta({ kind: 'email' })

/** A calendar date, `YYYY-MM-DD`. */
export const day = (message: string) => z.iso.date({ error: message }).meta({ kind: 'day' })

/** One of a few words. */
export const choice = <const T extends readonly [string, ...string[]]>(words: T, message: string) =>
  z.enum(words, { error: message }).meta({ kind: 'choice' })

/** At least one of a few words. */
export const choices = <const T extends readonly [string, ...string[]]>(
  words: T,
  message: string,
) =>
  z
    .array(z.enum(words, { error: message }), { error: message })
    .min(1, message)
    .meta({ kind: 'choices' })

/** Yes, no, or not said. */
export const optionalYesNo = () =>
  z.boolean({ error: 'Answer yes or no' }).nullish().meta({ kind: 'yesNo' })

/** A signature as an image data string; what the image holds is checked by the room that guards it. */
export const image = (message: string) =>
  z.string({ error: message }).min(1, message).meta({ kind: 'image' })
