import type { z } from 'zod'
import {
  type Fields,
  fieldKinds,
  readField,
  readInstructions,
} from '#src/forms/registration/read.ts'
import { type FieldErrors, sections } from '#src/forms/registration/registration.ts'
import { isSigned } from '#src/forms/registration/signed-fields.ts'

export type RecordReading =
  | { ok: true; fields: Fields }
  | { ok: false; message: string; errors: FieldErrors }

const schemas: Record<string, z.ZodType> = Object.assign(
  {},
  ...Object.values(sections).map(({ shape }) => shape),
)

/**
 * Reads an administrator's edit, each field checked like in the form; `null` and blank clear an optional field. Ignores
 * fields that cannot be edited, and refuses a request with nothing else.
 */
export function readRecordEdit(body: unknown): RecordReading {
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    return { ok: false, message: 'The request must be a JSON object', errors: {} }
  const known = Object.entries(body).filter(([name]) => isEditable(name))
  if (known.length === 0)
    return { ok: false, message: 'The request has no field that can be edited', errors: {} }
  const fields: Fields = {}
  const errors: FieldErrors = {}
  for (const [name, raw] of known) {
    const read = name === 'specialInstructions' ? readInstructions(raw) : readField(name, raw)
    if (!read.ok) {
      errors[name] = read.message
      continue
    }
    const { value } = read
    const checked = schemas[name]?.safeParse(value)
    if (checked && !checked.success) errors[name] = checked.error.issues[0]?.message ?? ''
    else fields[name] = value
  }
  const [message] = Object.values(errors)
  return message === undefined ? { ok: true, fields } : { ok: false, message, errors }
}

/** What was signed is no edit; what only a decision sets is not even a field of the form. */
const isEditable = (name: string) =>
  name === 'specialInstructions' || (Object.hasOwn(fieldKinds, name) && !isSigned(name))
