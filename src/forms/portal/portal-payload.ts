import type { z } from 'zod'
import {
  type DirectorInput,
  type Fields,
  readDirectors,
  readField,
  readInstructions,
} from '#src/forms/registration/read.ts'
import { type FieldErrors, sections } from '#src/forms/registration/registration.ts'
import { texts } from '#src/forms/registration/rules.ts'
import { isSigned, signedStays } from '#src/forms/registration/signed-fields.ts'
import { type PortalSection, portalFields, sectionNumberOf } from './portal.ts'

/** What a save of one section brings, under the names of the columns. */
export type SectionSave = { fields: Fields; directors?: DirectorInput[] }

export type SectionReading =
  | { ok: true; value: SectionSave }
  | { ok: false; message: string; errors: FieldErrors }

/**
 * Reads a portal section under the portal's or the form's names, and checks the fields that were sent. Ignores other
 * keys, but refuses a body of signed fields only. Errors carry the name that was sent.
 */
export function readPortalSection(section: PortalSection, body: unknown): SectionReading {
  if (section === 'directors') return readDirectorSection(body)
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    return refused('The request must be a JSON object')
  const given = body as Record<string, unknown>
  const shape: Record<string, z.ZodType> = sections[sectionNumberOf(section)].shape
  const fields: Fields = {}
  const errors: FieldErrors = {}
  const sent = Object.keys(given)
  if (sent.length > 0 && sent.every(isSigned)) return refused(signedStays)
  for (const { name, column } of portalFields(section)) {
    if (isSigned(column)) continue
    const sentAs = [name, column].find((key) => Object.hasOwn(given, key))
    if (!sentAs) continue
    const read = shape[column] ? readField(column, given[sentAs]) : readInstructions(given[sentAs])
    if (!read.ok) {
      errors[sentAs] = read.message
      continue
    }
    const checked = shape[column]?.safeParse(read.value)
    if (checked && !checked.success) errors[sentAs] = checked.error.issues[0]?.message ?? ''
    else fields[column] = read.value
  }
  const [message] = Object.values(errors)
  return message === undefined ? { ok: true, value: { fields } } : { ok: false, message, errors }
}

/** `{directors: [...]}` or the bare list; blank names are dropped and one must be left. */
function readDirectorSection(body: unknown): SectionReading {
  const given = Array.isArray(body) ? body : (body as { directors?: unknown } | null)?.directors
  if (!Array.isArray(given)) return refused('directors must be a list')
  const read = readDirectors(given)
  if (!read.ok) return refused(read.message, { directors: read.message })
  if (read.value.length === 0) return refused(texts.noDirector, { directors: texts.noDirector })
  return { ok: true, value: { fields: {}, directors: read.value } }
}

const refused = (message: string, errors: FieldErrors = {}): SectionReading => ({
  ok: false,
  message,
  errors,
})
