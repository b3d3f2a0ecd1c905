import { createHash } from 'node:crypto'
import type { Change } from '#db/schema/events.ts'
import type { FieldValue } from '#src/forms/fields/field.ts'
import type { FieldValues } from '#src/forms/fields/fields.ts'
import { companyNumberKey, emailKey, telephoneKey, vatKey } from '#src/forms/fields/normalised.ts'
import type { DirectorInput } from '#src/forms/fields/schema.ts'
import type { Application } from './application.ts'

/** The fields of a save that differ from what is stored, with both values as text. */
export function changesOf(
  application: Partial<Application>,
  fields: Record<string, FieldValue | undefined>,
): Change[] {
  const stored = application as Record<string, FieldValue | undefined>
  return Object.entries(fields).flatMap(([field, value]) => {
    const before = asText(stored[field] ?? null)
    const after = asText(value ?? null)
    return before === after ? [] : [{ field, before, after }]
  })
}

/** The change of a list of directors, one line a person; `null` when it is the same list. */
export function directorsChange(before: DirectorInput[], after: DirectorInput[]): Change | null {
  if (sameDirectors(before, after)) return null
  const [from, to] = [before, after].map(directorLines)
  return { field: 'directors', before: from || null, after: to || null }
}

/** The columns to write for some fields: the fields themselves and the normalised forms beside them. */
export function columnsOf(fields: FieldValues): Partial<Application> {
  const columns: Record<string, FieldValue> = { ...fields }
  if ('accountType' in fields) columns.accountType = fields.accountType ?? 'credit'
  for (const [name, keyOf] of Object.entries(keyed)) {
    const value = fields[name as keyof typeof keyed]
    if (value !== undefined) columns[`${name}Key`] = typeof value === 'string' ? keyOf(value) : null
  }
  return columns as Partial<Application>
}

/** An image in an event: its hash, never the image. */
export const imageMark = (png: Uint8Array) =>
  `image sha256:${createHash('sha256').update(png).digest('hex')}`

const keyed = {
  mainEmail: emailKey,
  coRegistration: companyNumberKey,
  vatNo: vatKey,
  telephone: telephoneKey,
}

/** Compares fields, not lines: a comma in a name would look like the one before a position. */
const sameDirectors = (before: DirectorInput[], after: DirectorInput[]) =>
  before.length === after.length &&
  before.every(
    ({ name, position }, index) =>
      name === after[index]?.name && position === after[index]?.position,
  )

const directorLines = (list: DirectorInput[]) =>
  list.map(({ name, position }) => (position ? `${name}, ${position}` : name)).join('\n')

function asText(value: FieldValue): string | null {
  if (value === null) return null
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  return (Array.isArray(value) ? value.join(', ') : value) || null
}
