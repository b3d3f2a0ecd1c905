import type { z } from 'zod'
import { readText } from '#src/forms/text.ts'
import { type Kind, lengths } from './kinds.ts'
import { sections } from './registration.ts'
import { texts } from './rules.ts'

export type FieldValue = string | string[] | boolean | null
export type Fields = Record<string, FieldValue>
export type DirectorInput = { name: string; position: string | null }

/** A value that no form could send: a wrong type or size. */
export type Reading<T> = { ok: true; value: T } | { ok: false; field?: string; message: string }

const kinds = kindsOf(sections)

/** The names of a section's fields, in the form's order; section 2 has none but its list. */
export const fieldsOf = (section: keyof typeof sections): string[] =>
  Object.keys(sections[section].shape).filter((name) => name !== 'directors')

/** Every field of the form by name. */
export const fieldKinds: Readonly<Record<string, Kind>> = kinds

/**
 * Reads one field generously (numbers as text, yes/no as booleans, dates as ISO instants) and refuses only types and
 * sizes. Blank is `null`.
 */
export function readField(name: string, raw: unknown): Reading<FieldValue> {
  const kind = kinds[name]
  if (!kind) return refused(name, 'is not a field of the form')
  if (raw === null || raw === undefined) return { ok: true, value: kind === 'choices' ? [] : null }
  if (kind === 'choices') return readChoices(name, raw)
  if (kind === 'yesNo') return readYesNo(name, raw)
  const text = typeof raw === 'number' || typeof raw === 'boolean' ? String(raw) : raw
  if (typeof text !== 'string') return refused(name, 'must be text')
  if (kind === 'image') return { ok: true, value: text || null }
  const max = kind === 'area' ? lengths.area : kind === 'email' ? lengths.email : lengths.line
  const clean = readText(text, max, kind === 'area')
  if (clean === null) return refused(name, `must be ${max} characters or fewer`)
  return { ok: true, value: (kind === 'day' ? clean.replace(instantTime, '') : clean) || null }
}

/** Reads the special instructions, which the form does not ask for; blank is `null`. */
export function readInstructions(raw: unknown): Reading<string | null> {
  if (raw === null) return { ok: true, value: null }
  if (typeof raw !== 'string') return { ok: false, message: 'specialInstructions must be text' }
  const clean = readText(raw, lengths.area, true)
  if (clean === null) return { ok: false, message: texts.tooLong(lengths.area) }
  return { ok: true, value: clean || null }
}

/** Reads a list of directors; entries without a name are dropped (rule 70). */
export function readDirectors(raw: unknown): Reading<DirectorInput[]> {
  const list = raw ?? []
  if (!Array.isArray(list)) return refused('directors', 'must be a list')
  if (list.length > lengths.directors)
    return refused('directors', `must be ${lengths.directors} or fewer`)
  const kept: DirectorInput[] = []
  for (const entry of list) {
    if (typeof entry !== 'object' || entry === null || Array.isArray(entry))
      return refused('directors', 'must have a name and a position each')
    const { name, position } = entry as Record<string, unknown>
    const given = [name, position].map((value) =>
      typeof value === 'number' ? String(value) : (value ?? ''),
    )
    if (!given.every((text) => typeof text === 'string'))
      return refused('directors', 'must have texts only')
    const [cleanName = null, cleanPosition = null] = given.map((text) =>
      readText(text, lengths.line),
    )
    if (cleanName === null || cleanPosition === null)
      return refused(
        'directors',
        `must have names and positions of ${lengths.line} characters or fewer`,
      )
    if (cleanName) kept.push({ name: cleanName, position: cleanPosition || null })
  }
  return { ok: true, value: kept }
}

const instantTime = /(?<=^\d{4}-\d{2}-\d{2})T.*$/

function readChoices(name: string, raw: unknown): Reading<string[]> {
  const list = typeof raw === 'string' ? [raw] : raw
  if (!Array.isArray(list) || !list.every((item) => typeof item === 'string'))
    return refused(name, 'must be a list of words')
  if (list.length > 20) return refused(name, 'is too long a list')
  const words = list.map((item) => readText(item, lengths.line))
  if (!words.every((word) => word !== null)) return refused(name, 'is too long a list')
  return { ok: true, value: [...new Set(words.filter(Boolean))] }
}

function readYesNo(name: string, raw: unknown): Reading<boolean | null> {
  if (typeof raw === 'boolean') return { ok: true, value: raw }
  if (typeof raw !== 'string' && typeof raw !== 'number') return refused(name, 'must be yes or no')
  const word = readText(String(raw), 20)?.toLowerCase() ?? 'too long'
  if (word === '') return { ok: true, value: null }
  if (['yes', 'true', 'on', '1'].includes(word)) return { ok: true, value: true }
  if (['no', 'false', 'off', '0'].includes(word)) return { ok: true, value: false }
  return refused(name, 'must be yes or no')
}

const refused = (name: string, rule: string): Reading<never> => ({
  ok: false,
  field: name,
  message: `${name} ${rule}`,
})

function kindsOf(all: typeof sections): Record<string, Kind> {
  const shapes = Object.values(all).flatMap((section) => Object.entries<z.ZodType>(section.shape))
  return Object.fromEntries(
    shapes.flatMap(([name, schema]) => {
      const kind = schema.meta()?.kind as Kind | undefined
      return kind ? [[name, kind]] : []
    }),
  )
}
