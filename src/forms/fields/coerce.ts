import { readText } from '../text.ts'
import type { FieldErrors, FieldValue } from './field.ts'
import { lengths, typeOf } from './field-types.ts'
import { type FieldName, type FieldValues, fields } from './fields.ts'

/** A body's value, or what is wrong with it. */
export type Reading<T> =
  | { ok: true; value: T }
  | { ok: false; message: string; errors?: FieldErrors }

/** Says no to a body; `field` is the one at fault. */
export const unreadable = (message: string, field?: string): Reading<never> => ({
  ok: false,
  message,
  ...(field && { errors: { [field]: message } }),
})

type Options = {
  /** Checks a value that could be read; without it only types and sizes count. */
  check?: (name: FieldName, value: FieldValue) => string | null
  /** The names under which a body may hold a field; errors stand under the one that was sent. */
  keysOf?: (name: FieldName) => string[]
}

/** The fields that a body holds, of those named; all else in it is ignored. */
export function readFields(
  body: unknown,
  names: readonly FieldName[],
  { check = () => null, keysOf = (name) => [name] }: Options = {},
): Reading<FieldValues> {
  if (!isRecord(body)) return unreadable('The request must be a JSON object')
  const values: FieldValues = {}
  const errors: FieldErrors = {}
  for (const name of names) {
    const key = keysOf(name).find((key) => Object.hasOwn(body, key))
    if (key === undefined) continue
    const read = coerce(name, body[key])
    const error = read.ok ? check(name, read.value) : read.message
    if (error !== null) errors[key] = error
    else if (read.ok) values[name] = read.value
  }
  const [message] = Object.values(errors)
  return message === undefined ? { ok: true, value: values } : { ok: false, message, errors }
}

/** Reads one field generously: numbers as text, yes and no in words, dates as instants. Blank is `null`. */
export function coerce(name: FieldName, raw: unknown): Reading<FieldValue> {
  const { type } = fields[name]
  const refused = (rule: string) => unreadable(`${name} ${rule}`, name)
  if (raw === null || raw === undefined) return { ok: true, value: type === 'choices' ? [] : null }
  if (type === 'choices') {
    const words = wordsOf(raw)
    return words
      ? { ok: true, value: words }
      : refused(`must be a list of at most ${mostWords} words`)
  }
  const text = typeof raw === 'number' || typeof raw === 'boolean' ? String(raw) : raw
  if (type === 'yesNo') {
    const word = typeof text === 'string' ? readText(text, 20)?.toLowerCase() : undefined
    return yesNo.has(word)
      ? { ok: true, value: yesNo.get(word) ?? null }
      : refused('must be yes or no')
  }
  if (typeof text !== 'string') return refused('must be text')
  if (type === 'signature') return { ok: true, value: text || null }
  const { max = lengths.line } = typeOf(type)
  const clean = readText(text, max, type === 'area')
  if (clean === null) return refused(`must be ${max} characters or fewer`)
  return { ok: true, value: (type === 'day' ? clean.replace(instantTime, '') : clean) || null }
}

const mostWords = 20

const yesNo = new Map<string | undefined, boolean | null>([
  ['', null],
  ...['yes', 'true', 'on', '1'].map((word) => [word, true] as const),
  ...['no', 'false', 'off', '0'].map((word) => [word, false] as const),
])

const instantTime = /(?<=^\d{4}-\d{2}-\d{2})T.*$/

function wordsOf(raw: unknown): string[] | null {
  const list = typeof raw === 'string' ? [raw] : raw
  if (!Array.isArray(list) || list.length > mostWords) return null
  const words = list.map((item) => (typeof item === 'string' ? readText(item, lengths.line) : null))
  return words.every((word) => word !== null) ? [...new Set(words.filter(Boolean))] : null
}

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
