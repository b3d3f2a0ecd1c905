import { z } from 'zod'
import type { Field, FieldErrors } from './field.ts'
import { type FieldType, typeOf } from './field-types.ts'
import { type FieldName, fieldNames, fieldNamesIn, fields } from './fields.ts'
import { messages } from './messages.ts'
import { previousAddressNeeded } from './previous-address.ts'

type Make = (error: string, max: number, words: string[]) => z.ZodType

const text: Make = (error, max) => z.string({ error }).min(1, error).max(max, messages.tooLong(max))

const makes: Record<FieldType, Make> = {
  line: text,
  code: text,
  tel: text,
  area: text,
  // what the image holds is checked where it is stored
  signature: (error) => z.string({ error }).min(1, error),
  email: (error, max) => z.email({ error }).max(max, messages.tooLong(max)),
  day: (error) => z.iso.date({ error }),
  choice: (error, _, words) => z.enum(words, { error }),
  choices: (error, _, words) => z.array(z.enum(words, { error }), { error }).min(1, error),
  yesNo: () => z.boolean(),
}

function schemaOf({ type, message, options = {} }: Field): z.ZodType {
  const schema = makes[type](message ?? '', typeOf(type).max ?? 0, Object.keys(options))
  return message ? schema : schema.nullish()
}

/** The check of each field, for values that have been coerced. */
const fieldSchemas = Object.fromEntries(
  fieldNames.map((name) => [name, schemaOf(fields[name])]),
) as Record<FieldName, z.ZodType>

/** What is wrong with a coerced value, or `null`. */
export const faultOf = (name: FieldName, value: unknown): string | null =>
  fieldSchemas[name].safeParse(value).error?.issues[0]?.message ?? null

/** Checks a section in full. `thisYear` decides whether the previous address must be given. */
export function checkSection(
  section: number,
  values: Record<string, unknown>,
  thisYear: number,
): FieldErrors {
  const errors: FieldErrors = {}
  for (const name of fieldNamesIn(section)) {
    const fault = faultOf(name, values[name])
    if (fault) errors[name] = fault
  }
  const directors = values.directors as { name?: string | null }[] | undefined
  if (section === 2 && !directors?.some(({ name }) => name)) errors.directors = messages.noDirector
  if (
    section === 1 &&
    !values.previousAddress &&
    previousAddressNeeded(String(values.businessEstablished ?? ''), thisYear)
  )
    errors.previousAddress = messages.previousAddress
  return errors
}
