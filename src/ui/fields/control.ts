import {
  type FieldMetadata,
  type FormMetadata,
  getInputProps,
  getSelectProps,
  getTextareaProps,
  parse,
} from '@conform-to/react'
import { type FieldErrors, messages } from '#src/forms/fields/field.ts'
import { withName } from '#src/forms/text.ts'

// The field components connect a control to its hint and error.
const noAria = { ariaAttributes: false } as const

export type FormOf<Names extends string> = [FormMetadata, Record<Names, FieldMetadata>]

type FormErrors = { id: string; allErrors: Record<string, string[] | null | undefined> }

type InputType = Parameters<typeof getInputProps>[1]['type']

export const inputOf = (field: FieldMetadata, type: InputType = 'text') => ({
  ...getInputProps(field, { type, ...noAria }),
  error: field.errors?.[0],
})

export const areaOf = (field: FieldMetadata) => ({
  ...getTextareaProps(field, noAria),
  error: field.errors?.[0],
})

export const selectOf = (field: FieldMetadata) => ({
  ...getSelectProps(field, noAria),
  error: field.errors?.[0],
})

export const boxesOf = ({ id, name, errors, defaultOptions }: FieldMetadata) => ({
  id,
  name,
  defaultValue: defaultOptions,
  error: errors?.[0],
})

export const hiddenOf = ({ name, initialValue }: FieldMetadata) => ({
  type: 'hidden',
  name,
  value: String(initialValue ?? ''),
})

/** Returns the errors by the ids of the controls. An error without a field leads to `first`. */
export const faultsOf = (form: FormErrors, first?: FieldMetadata) =>
  Object.fromEntries(
    Object.entries(form.allErrors)
      .filter(([name]) => !name.includes('['))
      .map(([name, texts]) => [
        name ? `${form.id}-${name}` : (first?.id ?? form.id),
        texts?.[0] ?? '',
      ]),
  )

/** Replaces "required" for a date that is incomplete, which the server cannot see. */
export const withIncompleteDays = (
  form: HTMLFormElement | null,
  errors: FieldErrors,
): FieldErrors =>
  Object.fromEntries(
    Object.entries(errors).map(([name, text]) => {
      const control = form?.elements.namedItem(name)
      const isIncomplete = control instanceof HTMLInputElement && control.validity.badInput
      return [name, isIncomplete ? messages.noDay(text) : text]
    }),
  )

/** Adds labels, for a form in which several fields have the same message. */
export const namedFaultsOf = (
  form: FormErrors,
  fields: Record<string, { label: string; cardLabel?: string }>,
) =>
  Object.fromEntries(
    Object.entries(form.allErrors).map(([name, texts]) => [
      `${form.id}-${name}`,
      withName(fields[name]?.cardLabel ?? fields[name]?.label ?? '', texts?.[0] ?? ''),
    ]),
  )

/**
 * Validates a form that only the server checks: an error disappears once its field changes, or the field that `instead`
 * names for it.
 */
export const checkedByServer = <T>(
  formData: FormData,
  names: string[],
  instead: Record<string, string> = {},
) =>
  parse<T, string[]>(formData, {
    resolve(_, intent) {
      // The browser has no errors of its own, so the server's last ones stay.
      if (!intent) return { error: null }
      const isOfField = intent.type === 'validate' || intent.type === 'update'
      const typed = isOfField ? String(intent.payload.name ?? '') : ''
      const others = names.filter(
        (name) => name !== typed && name !== instead[typed] && !typed.startsWith(`${name}[`),
      )
      // conform keeps the error of a name if its value here is `null`.
      return { error: Object.fromEntries(others.map((name) => [name, null])) }
    },
  })
