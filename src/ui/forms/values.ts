import { parse } from '@conform-to/react'
import type { FormState, Kind } from './form-state.ts'

export type Values = Record<string, unknown>

/** Returns the values for a call: numbers, booleans for switches, lists, and no fields that only the page needs. */
export function valuesIn(
  form: HTMLFormElement,
  data: FormData,
  kinds: Record<string, Kind>,
): Values {
  const { payload } = parse(data, { resolve: () => ({}) })
  const values: Values = {}
  for (const [name, kind] of Object.entries(kinds)) {
    const value = readAs(kind, payload[name], data.getAll(name), isBox(form, name))
    if (value !== undefined) values[name] = value
  }
  return values
}

function readAs(kind: Kind, value: unknown, all: unknown[], isBox: boolean): unknown {
  if (kind === 'list') return all
  if (kind === 'rows') return value
  if (kind === 'boolean') {
    if (value === undefined || value === '') return isBox ? false : undefined
    return ['true', 'on', 'yes'].includes(String(value))
  }
  if (kind === 'number' && /^\s*-?\d+(\.\d+)?\s*$/.test(String(value))) return Number(value)
  return value
}

/** Tells whether the field is a box. A box that is not ticked means no, but an unanswered question is left out. */
function isBox(form: HTMLFormElement, name: string): boolean {
  const control = form.elements.namedItem(name)
  return control instanceof HTMLInputElement && control.type === 'checkbox'
}

/** Returns an answer as text, to show it, and to compare the typed with the stored one. */
export function asText(value: unknown): string {
  if (Array.isArray(value)) return value.map(asText).join(', ')
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (typeof value !== 'object')
    return String(value ?? '')
      .replace(/\r\n?/g, '\n')
      .trim()
  return Object.values(value ?? {})
    .map(asText)
    .filter(Boolean)
    .join(' – ')
}

/** Returns the errors that the browser finds without the server, in the words of the schema. */
export function browserErrors(
  form: HTMLFormElement,
  { texts }: Pick<FormState, 'texts'>,
  isCheckedByServer = false,
): Record<string, string> {
  const errors: Record<string, string> = {}
  for (const control of form.elements) {
    if (!('validity' in control) || !('name' in control)) continue
    const { name, validity, validationMessage } = control as HTMLInputElement
    if (validity.valid || name === '' || errors[name]) continue
    const { badInput, rangeOverflow, customError } = validity
    if (isCheckedByServer && !badInput && !rangeOverflow && !customError) continue
    const { blank, wrong } = texts[name] ?? {}
    // An incomplete date also counts as missing.
    const text = validity.valueMissing && !badInput ? blank : (wrong ?? blank)
    // A field that judges itself has its own message.
    errors[name] = customError ? validationMessage : (text ?? validationMessage)
  }
  return errors
}
