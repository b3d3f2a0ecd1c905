import { isRecord, type Reading, readFields, unreadable } from '#src/forms/fields/coerce.ts'
import { lengths } from '#src/forms/fields/field-types.ts'
import { type FieldValues, fieldNames, fieldNamesIn, fields } from '#src/forms/fields/fields.ts'
import { messages } from '#src/forms/fields/messages.ts'
import { readText } from '#src/forms/text.ts'
import { type DirectorInput, readDirectors } from './directors.ts'
import { percentAt, type SectionNumber, sectionNumbers } from './sections.ts'

/** The content of a save: the fields that were sent, coerced; section 2 is its list of directors. */
export type Save = {
  fields: FieldValues
  directors?: DirectorInput[]
  /** A name typed instead of a drawing, when there is no drawing. */
  typedName?: string
  /** The section that the person is in, when the payload carries it: it is checked in full. */
  section: SectionNumber | null
  /** The percent this save stands for; the server's own count, not the client's claim. */
  percent: number
  submits: boolean
  /** The terms that the applicant was shown; without it those in force count. */
  termsVersion?: string
}

const formFields = fieldNames.filter((name) => !fields[name].portalOnly)

/**
 * Reads a save payload: sections keyed by number, or the same fields flat, section 2 also as a bare array. Unknown keys
 * are ignored. Refuses what is not an object, and wrong types.
 */
export function readSave(body: unknown): Reading<Save> {
  if (!isRecord(body)) return unreadable('The request must be a JSON object')
  const flat = flatten(body)
  if (!flat.ok) return flat
  const { directors: list, typedName } = flat.value
  const read = readFields(flat.value, formFields)
  if (!read.ok) return read
  const fields = read.value
  const directors = Object.hasOwn(flat.value, 'directors') ? readDirectors(list) : null
  if (directors && !directors.ok) return directors
  const typed = readTypedName(typedName)
  if (!typed.ok) return typed
  const { termsVersion = null } = flat.value
  if (termsVersion !== null && typeof termsVersion !== 'string')
    return unreadable('termsVersion must be text', 'termsVersion')
  const status = body.status ?? 'draft'
  if (status !== 'draft' && status !== 'submitted')
    return unreadable('status must be draft or submitted')
  const current = body.currentSection ?? null
  if (current !== null && !isSectionNumber(current))
    return unreadable('currentSection must be 1 to 5')
  // no section is checked, or counted as reached
  const unfinished = body.unfinished === true
  // an empty list of directors is fine for a draft; rows without a name are not
  const carried = sectionNumbers.filter((number) =>
    number === 2
      ? Array.isArray(list) && list.length > 0
      : fieldNamesIn(number).some((name) => name in fields),
  )
  const section = unfinished ? null : (carried.find((number) => number === Number(current)) ?? null)
  return {
    ok: true,
    value: {
      fields,
      ...(directors && { directors: directors.value }),
      ...(typed.value && !fields.authSignature && { typedName: typed.value }),
      section,
      percent: unfinished
        ? 0
        : percentAt(section ?? (current === null ? (carried.at(-1) ?? 0) : 0)),
      submits: status === 'submitted',
      ...(termsVersion !== null && { termsVersion }),
    },
  }
}

/** Whether a save holds nothing of the form. */
export const isEmptySave = ({ fields, directors }: Save) =>
  Object.keys(fields).length === 0 && !directors

function flatten(body: Record<string, unknown>): Reading<Record<string, unknown>> {
  const flat: Record<string, unknown> = { ...body }
  for (const number of sectionNumbers) {
    const section = body[number]
    if (section === undefined || section === null) continue
    if (number === 2 && Array.isArray(section)) flat.directors = section
    else if (isRecord(section)) Object.assign(flat, section)
    else return unreadable(`Section ${number} must be an object`)
  }
  return { ok: true, value: flat }
}

function readTypedName(raw: unknown): Reading<string> {
  if (raw === undefined || raw === null) return { ok: true, value: '' }
  if (typeof raw !== 'string') return unreadable('typedName must be text', 'typedName')
  const name = readText(raw, lengths.line)
  return name === null
    ? unreadable(messages.tooLong(lengths.line), 'typedName')
    : { ok: true, value: name }
}

/** Also as text; anything else is not turned into a number, for a deep list would not survive that. */
const isSectionNumber = (value: unknown) =>
  (typeof value === 'number' || typeof value === 'string') &&
  sectionNumbers.some((number) => number === Number(value))
