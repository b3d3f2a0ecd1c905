import { parse } from '@conform-to/react'
import type { FormState, Kind } from './form-state.ts'

export type Values = Record<string, unknown>

/** What a call sends: numbers as numbers, switches as booleans, lists as lists; nothing that belongs to the page alone. */
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

/** A box that is not ticked is no; a question that nobody answered is not there. */
function isBox(form: HTMLFormElement, name: string): boolean {
  const control = form.elements.namedItem(name)
  return control instanceof HTMLInputElement && control.type === 'checkbox'
}

/** An answer in words, to compare what was typed with what is stored, and to show it. */
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

/** What the browser can tell without the server, in the schema's words; of a form that the server checks, no more. */
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
    // an incomplete date counts as missing, too
    const text = validity.valueMissing && !badInput ? blank : (wrong ?? blank)
    // a field that judges itself has its own words
    errors[name] = customError ? validationMessage : (text ?? validationMessage)
  }
  return errors
}
