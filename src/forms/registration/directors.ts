import { isRecord, type Reading, unreadable } from '#src/forms/fields/coerce.ts'
import { lengths } from '#src/forms/fields/field-types.ts'
import { readText } from '#src/forms/text.ts'

export type DirectorInput = { name: string; position: string | null }

/** Reads a list of directors. An entry without a name is left out. */
export function readDirectors(raw: unknown): Reading<DirectorInput[]> {
  const refused = (rule: string) => unreadable(`directors ${rule}`, 'directors')
  const list = raw ?? []
  if (!Array.isArray(list)) return refused('must be a list')
  if (list.length > lengths.directors) return refused(`must be ${lengths.directors} or fewer`)
  if (!list.every(isRecord)) return refused('must have a name and a position each')
  const texts = list.map(({ name, position }) => [name, position].map(textOf))
  if (!texts.flat().every((text) => text !== null))
    return refused(`must have names and positions of ${lengths.line} characters or fewer`)
  const directors = texts.map(([name, position]) => ({
    name: name ?? '',
    position: position || null,
  }))
  return { ok: true, value: directors.filter(({ name }) => name) }
}

/** `null` for what is no text, or too long. */
function textOf(value: unknown): string | null {
  const text = typeof value === 'number' ? String(value) : (value ?? '')
  return typeof text === 'string' ? readText(text, lengths.line) : null
}
