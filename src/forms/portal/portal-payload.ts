import { isRecord, type Reading, readFields, unreadable } from '#src/forms/fields/coerce.ts'
import { type FieldValues, fields, isField } from '#src/forms/fields/fields.ts'
import { messages } from '#src/forms/fields/messages.ts'
import { faultOf } from '#src/forms/fields/schema.ts'
import { type DirectorInput, readDirectors } from '#src/forms/registration/directors.ts'
import { editedFields, type PortalSection, portalNameOf } from './portal.ts'

/** The content of a saved section, by column. */
type SectionSave = { fields: FieldValues; directors?: DirectorInput[] }

/**
 * Reads a portal section under the portal's names or the columns', and checks the fields that were sent. Other keys are
 * ignored, but a body with nothing but what was signed is refused.
 */
export function readPortalSection(section: PortalSection, body: unknown): Reading<SectionSave> {
  if (section === 'directors') return readDirectorSection(body)
  const sent = isRecord(body) ? Object.keys(body) : []
  if (sent.length > 0 && sent.every((name) => isField(name) && fields[name].signed))
    return unreadable('The signature, its position and its date stay as they were signed')
  const read = readFields(body, editedFields(section), {
    check: faultOf,
    keysOf: (name) => [portalNameOf(name), name],
  })
  return read.ok ? { ok: true, value: { fields: read.value } } : read
}

/** `{directors: [...]}` or the bare list; blank names are left out and one must remain. */
function readDirectorSection(body: unknown): Reading<SectionSave> {
  const list = isRecord(body) ? body.directors : body
  if (!Array.isArray(list)) return unreadable('directors must be a list')
  const directors = readDirectors(list)
  if (!directors.ok) return directors
  if (directors.value.length === 0) return unreadable(messages.noDirector, 'directors')
  return { ok: true, value: { fields: {}, directors: directors.value } }
}
