import { z } from 'zod'
import { withPlainDomain } from '#src/forms/email-address.ts'
import { cleanedText, emailAddress } from '#src/forms/text-schema.ts'
import { previousAddressNeeded } from '../years-established.ts'
import {
  type Field,
  type FieldErrors,
  type FieldType,
  type FieldValue,
  lengths,
  messages,
  typeOf,
} from './field.ts'
import { type FieldName, type FieldValues, fieldNames, fieldNamesIn, fields } from './fields.ts'

type FieldSchema = z.ZodType<FieldValue>

export type DirectorInput = { name: string; position: string | null }

const notText = 'Must be text'

const plainText = z
  .union([z.string(), z.number(), z.boolean()], { error: notText })
  .transform(String)

const mostWords = 20

const wordList = z.preprocess(
  (value) => (typeof value === 'string' ? [value] : (value ?? [])),
  z
    .array(cleanedText(lengths.line, { error: notText }), { error: 'Must be a list of words' })
    .max(mostWords, `Must be a list of at most ${mostWords} words`)
    .transform((words) => [...new Set(words.filter(Boolean))]),
)

const answers = new Map<string, boolean | null>([
  ['', null],
  ...['yes', 'true', 'on', '1'].map((word) => [word, true] as const),
  ...['no', 'false', 'off', '0'].map((word) => [word, false] as const),
])

const notAnswer = 'Must be yes or no'

const yesOrNo = plainText
  .pipe(cleanedText(lengths.line, { error: notAnswer, tooLong: notAnswer }))
  .transform((text) => answers.get(text.toLowerCase()))
  .pipe(z.boolean({ error: notAnswer }).nullable())
  .nullish()
  .transform((answer) => answer ?? null)

/** Drafts are checked by type and length alone. A blank answer becomes `null`. */
const draftSchemas = byName((name) => typeSchema(fields[name]))

const fieldSchemas = byName((name) => draftSchemas[name].pipe(rule(fields[name])))

const director = z.object(
  { name: part(), position: part() },
  { error: 'A director must have a name and a position' },
)

export const directorRows = z
  .array(z.unknown(), { error: 'Directors must be a list' })
  .max(lengths.directors, `${lengths.directors} directors at most`)
  // a form without its first row posts a list with a hole in it
  .pipe(z.array(director.optional()))
  .transform((rows) =>
    rows.map((row): DirectorInput => ({ name: row?.name ?? '', position: row?.position ?? null })),
  )

export function named(rows: DirectorInput[]): DirectorInput[] {
  return rows.filter(({ name }) => name)
}

export const namedDirectors = directorRows
  .transform(named)
  .refine(({ length }) => length > 0, messages.noDirector)

/** Returns a schema that leaves absent fields absent. */
export function draftFields(names: readonly FieldName[]) {
  const shape = Object.fromEntries(names.map((name) => [name, draftSchemas[name].optional()]))
  return z.object(shape as Record<FieldName, z.ZodOptional<FieldSchema>>)
}

/**
 * Returns a schema that checks each sent field in full. If a field was sent under several names of `keysOf`, the
 * first name counts.
 */
export const sentFields = (
  names: readonly FieldName[],
  keysOf: (name: FieldName) => readonly string[] = (name) => [name],
) => {
  const keys = names.flatMap((name) =>
    keysOf(name).map((key) => [key, fieldSchemas[name].optional()]),
  )
  return z.object(Object.fromEntries(keys) as Record<string, z.ZodOptional<FieldSchema>>).transform(
    (value): FieldValues =>
      Object.fromEntries(
        names.flatMap((name) => {
          const key = keysOf(name).find((key) => key in value)
          return key === undefined ? [] : [[name, value[key]]]
        }),
      ),
  )
}

const sectionSchemas = {
  1: wholeSection(1)
    .extend({ today: z.string() })
    .refine(
      ({ previousAddress, businessEstablished, today }) =>
        previousAddress || !previousAddressNeeded(String(businessEstablished ?? ''), today),
      // this error is reported together with errors of other fields
      { error: messages.previousAddress, path: ['previousAddress'], when: () => true },
    ),
  2: z.object({ directors: namedDirectors }),
  3: wholeSection(3),
  4: wholeSection(4),
  5: wholeSection(5),
}

export function checkSection(
  section: keyof typeof sectionSchemas,
  values: Record<string, unknown>,
  today: string,
): FieldErrors {
  const result = sectionSchemas[section].safeParse({ ...values, today })
  return result.success ? {} : fieldErrors(result.error)
}

export function readField(name: FieldName, value: unknown) {
  const { data, error } = fieldSchemas[name].safeParse(value)
  return { value: data ?? null, fault: error?.issues[0]?.message ?? null }
}

export const faultOf = (name: FieldName, value: unknown) => readField(name, value).fault

/** Returns the first message of each field. An error inside a list belongs to the list. */
export function fieldErrors(error: z.ZodError): FieldErrors {
  const errors: FieldErrors = {}
  for (const { path, message } of error.issues)
    if (path.length > 0) errors[String(path[0])] ??= message
  return errors
}

function wholeSection(section: number) {
  const shape = fieldNamesIn(section).map((name) => [name, fieldSchemas[name]])
  return z.object(Object.fromEntries(shape) as Record<FieldName, FieldSchema>)
}

function typeSchema({ type }: Field): FieldSchema {
  const { max = lengths.line } = typeOf(type)
  if (type === 'choices') return wordList
  if (type === 'yesNo') return yesOrNo
  if (type === 'signature') return plainText.nullish().transform((text) => text || null)
  const text = plainText.pipe(cleanedText(max, { error: notText, area: type === 'area' })).nullish()
  // matches the time that follows a date
  const day = /(?<=^\d{4}-\d{2}-\d{2})T.*$/
  return text.transform((text) => {
    if (!text) return null
    if (type === 'email') return withPlainDomain(text)
    return type === 'day' ? text.replace(day, '') : text
  })
}

function rule({ type, message: error, options = {} }: Field): z.ZodType<FieldValue, FieldValue> {
  if (error === undefined) return z.any()
  const word = z.enum(Object.keys(options), { error })
  const rules: Partial<Record<FieldType, z.ZodType<FieldValue, FieldValue>>> = {
    // the image itself is checked where it is stored
    email: emailAddress(error),
    day: z.iso.date({ error: ({ input }) => (input === null ? error : messages.noDay(error)) }),
    choice: word,
    choices: z.array(word, { error }).min(1, error),
  }
  return rules[type] ?? z.string({ error })
}

function part() {
  const text = z.union([z.string(), z.number()], { error: notText }).transform(String)
  return text
    .pipe(cleanedText(lengths.line, { error: notText }))
    .nullish()
    .transform((text) => text || null)
}

function byName(schemaOf: (name: FieldName) => FieldSchema) {
  return Object.fromEntries(fieldNames.map((name) => [name, schemaOf(name)])) as Record<
    FieldName,
    FieldSchema
  >
}
