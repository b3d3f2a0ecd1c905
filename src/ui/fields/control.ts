import {
  type FieldMetadata,
  getInputProps,
  getSelectProps,
  getTextareaProps,
  parse,
} from '@conform-to/react'

// the components of the fields tie a control to its hint and error
const noAria = { ariaAttributes: false } as const

type FormErrors = { id: string; allErrors: Record<string, string[] | null | undefined> }

type InputType = Parameters<typeof getInputProps>[1]['type']

/** What an input takes from its form: id, name, what the schema demands, what was typed, and its error. */
export const inputOf = (field: FieldMetadata, type: InputType = 'text') => ({
  ...getInputProps(field, { type, ...noAria }),
  error: field.errors?.[0],
})

/** The same of several lines of text. */
export const areaOf = (field: FieldMetadata) => ({
  ...getTextareaProps(field, noAria),
  error: field.errors?.[0],
})

/** The same of a list that opens. */
export const selectOf = (field: FieldMetadata) => ({
  ...getSelectProps(field, noAria),
  error: field.errors?.[0],
})

/** The same of a group of boxes. */
export const boxesOf = ({ id, name, errors, defaultOptions }: FieldMetadata) => ({
  id,
  name,
  defaultValue: defaultOptions,
  error: errors?.[0],
})

/** A field that nobody sees. */
export const hiddenOf = ({ name, initialValue }: FieldMetadata) => ({
  type: 'hidden',
  name,
  value: String(initialValue ?? ''),
})

/** The errors of a form by the ids of its controls, for the summary; an error of no field leads to `first`. */
export const faultsOf = (form: FormErrors, first?: FieldMetadata) =>
  Object.fromEntries(
    Object.entries(form.allErrors).map(([name, texts]) => [
      name ? `${form.id}-${name}` : (first?.id ?? form.id),
      texts?.[0] ?? '',
    ]),
  )

/**
 * For `onValidate` of a form that the server checks: an error goes once its field, or a row of its list, is typed in.
 * `shown` are the names of the errors on the page; `instead` names a field that may be filled in another's place.
 */
export const checkedByServer = <T>(
  formData: FormData,
  shown: string[],
  instead: Record<string, string> = {},
) =>
  parse<T, string[]>(formData, {
    resolve(_, intent) {
      // nothing to say before the server has: its last errors stay
      if (!intent) return { error: null }
      const typed = intent.type === 'validate' ? (intent.payload.name ?? '') : ''
      const others = shown.filter(
        (name) => name !== typed && name !== instead[typed] && !typed.startsWith(`${name}[`),
      )
      // conform keeps the error of a name that is `null` here
      return { error: Object.fromEntries(others.map((name) => [name, null])) }
    },
  })
