import { parse } from '@conform-to/react'
import type { FormState, Kind } from './form-state.ts'
import { isTyped } from './unsaved.ts'

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

/** What the browser can tell without the server, in the schema's words. */
export function browserErrors(
  form: HTMLFormElement,
  { texts }: Pick<FormState, 'texts'>,
  onlyTyped = false,
): Record<string, string> {
  const errors: Record<string, string> = {}
  for (const control of form.elements) {
    if (!('validity' in control) || !('name' in control)) continue
    const { name, validity, validationMessage } = control as HTMLInputElement
    if (validity.valid || name === '' || errors[name]) continue
    if (onlyTyped && !isTyped(control as HTMLInputElement)) continue
    const { blank, wrong } = texts[name] ?? {}
    const text = validity.valueMissing ? blank : (wrong ?? blank)
    // a field that judges itself has its own words
    errors[name] = validity.customError ? validationMessage : (text ?? validationMessage)
  }
  return errors
}
