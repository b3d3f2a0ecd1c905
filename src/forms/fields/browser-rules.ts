import type { FieldErrors } from './field.ts'
import { typeOf } from './field-types.ts'
import { fields, isField } from './fields.ts'
import { messages } from './messages.ts'
import { previousAddressNeeded } from './previous-address.ts'

/** The same as zod's, which is too large for the browser. */
export const emailPattern =
  /^(?:[A-Za-z0-9_'+-]+\.)*[A-Za-z0-9_'+-]*[A-Za-z0-9_+-]@(?:[A-Za-z0-9][A-Za-z0-9-]*\.)+[A-Za-z]{2,}$/

/** The errors that the server would find in what is typed; `names` may have 'directors' among them. */
export function checkTyped(
  names: readonly string[],
  values: Record<string, unknown>,
  thisYear: number,
): FieldErrors {
  const errors: FieldErrors = {}
  for (const name of names) {
    const error =
      name === 'directors' ? checkDirectors(values.directors) : checkField(name, values[name])
    if (error) errors[name] = error
  }
  if (
    names.includes('previousAddress') &&
    isBlank(values.previousAddress) &&
    previousAddressNeeded(String(values.businessEstablished ?? ''), thisYear)
  )
    errors.previousAddress = messages.previousAddress
  return errors
}

function checkField(name: string, value: unknown): string | undefined {
  if (!isField(name)) return undefined
  const { type, message } = fields[name]
  if (isBlank(value)) return message
  const text = String(value).trim()
  const { max } = typeOf(type)
  if (type === 'email' && !emailPattern.test(text)) return message
  return max && text.length > max ? messages.tooLong(max) : undefined
}

const checkDirectors = (list: unknown): string | undefined =>
  Array.isArray(list) && list.some((director) => !isBlank(director?.name))
    ? undefined
    : messages.noDirector

const isBlank = (value: unknown) =>
  value === undefined ||
  value === null ||
  (Array.isArray(value) ? value.length === 0 : String(value).trim() === '')
