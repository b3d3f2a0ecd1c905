import { readText } from '#src/forms/text.ts'
import { lengths } from './kinds.ts'
import {
  type DirectorInput,
  type Fields,
  fieldKinds,
  fieldsOf,
  type Reading,
  readDirectors,
  readField,
} from './read.ts'
import type { SectionNumber } from './registration.ts'
import { percentAt, sectionNumbers } from './registration-choices.ts'
import { texts } from './rules.ts'

/** What one save brings: only the fields that were sent, read and cleaned; section 2 is its list of directors. */
export type Save = {
  fields: Fields
  directors?: DirectorInput[]
  /** A name typed instead of a drawing, when there is no drawing. */
  typedName?: string
  /** The section that the person is in, when the payload carries it: it is checked in full. */
  section: SectionNumber | null
  /** The percent this save stands for; the server's own count, not the client's claim. */
  percent: number
  submits: boolean
}

const notAnObject = 'The request must be a JSON object'

/**
 * Reads a save: sections keyed by number, or the same fields flat; section 2 also as a bare array. Ignores unknown
 * keys. Refuses a body that is no object, has no known field, or a wrong type.
 */
export function readSave(body: unknown): Reading<Save> {
  if (!isRecord(body)) return { ok: false, message: notAnObject }
  const flat = flatten(body)
  if (!flat.ok) return flat
  const fields: Fields = {}
  for (const [name, raw] of Object.entries(flat.value)) {
    if (!Object.hasOwn(fieldKinds, name)) continue
    const read = readField(name, raw)
    if (!read.ok) return read
    fields[name] = read.value
  }
  const directors = Object.hasOwn(flat.value, 'directors')
    ? readDirectors(flat.value.directors)
    : null
  if (directors && !directors.ok) return directors
  const typed = readTypedName(flat.value.typedName)
  if (!typed.ok) return typed
  const status = body.status ?? 'draft'
  if (status !== 'draft' && status !== 'submitted')
    return { ok: false, message: 'status must be draft or submitted' }
  const current = body.currentSection ?? null
  if (current !== null && !isSectionNumber(current))
    return { ok: false, message: 'currentSection must be 1 to 5' }
  const carried = sectionNumbers.filter((number) =>
    number === 2 ? isListed(flat.value.directors) : fieldsOf(number).some((name) => name in fields),
  )
  const section = carried.find((number) => number === Number(current)) ?? null
  return {
    ok: true,
    value: {
      fields,
      ...(directors && { directors: directors.value }),
      ...(typed.value && !fields.authSignature && { typedName: typed.value }),
      section,
      percent: percentAt(section ?? (current === null ? (carried.at(-1) ?? 0) : 0)),
      submits: status === 'submitted',
    },
  }
}

/** Whether a save says anything at all about the form. */
export const saysNothing = ({ fields, directors }: Save) =>
  Object.keys(fields).length === 0 && !directors

function flatten(body: Record<string, unknown>): Reading<Record<string, unknown>> {
  const flat: Record<string, unknown> = { ...body }
  for (const number of sectionNumbers) {
    const section = body[number]
    if (section === undefined || section === null) continue
    if (number === 2 && Array.isArray(section)) flat.directors = section
    else if (isRecord(section)) Object.assign(flat, section)
    else return { ok: false, message: `Section ${number} must be an object` }
  }
  return { ok: true, value: flat }
}

function readTypedName(raw: unknown): Reading<string> {
  if (raw === undefined || raw === null) return { ok: true, value: '' }
  if (typeof raw !== 'string')
    return { ok: false, field: 'typedName', message: 'typedName must be text' }
  const name = readText(raw, lengths.line)
  if (name !== null) return { ok: true, value: name }
  return { ok: false, field: 'typedName', message: texts.tooLong(lengths.line) }
}

/** Also as text; anything else is not turned into a number, for a deep list would not survive that. */
const isSectionNumber = (value: unknown) =>
  (typeof value === 'number' || typeof value === 'string') &&
  sectionNumbers.some((number) => number === Number(value))

/** An empty list of directors is fine for a draft; rows without a name are not. */
const isListed = (directors: unknown) => Array.isArray(directors) && directors.length > 0

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
