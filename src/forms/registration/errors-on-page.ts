import type { FieldErrors } from '#src/forms/fields/field.ts'
import { type FieldName, fields } from '#src/forms/fields/fields.ts'
import { sameAsBoxes } from './same-as.ts'

/** Moves the error of a copied answer to its source, and the error of a typed signature to the name. */
export function errorsOnPage(
  form: FormData | URLSearchParams,
  errors: FieldErrors,
  nameOf: (name: FieldName) => string = (name) => name,
): FieldErrors {
  const isTyped = form.getAll('signing').at(-1) === 'type'
  const onPage = Object.fromEntries(
    Object.entries(errors).map(([name, text]) =>
      name !== 'authSignature'
        ? [name, text]
        : isTyped
          ? ['signerName', nameError(text)]
          : [name, form.get(name) === '' ? `${text}: ${longer}` : text],
    ),
  )
  for (const { box, from } of sameAsBoxes)
    for (const [follower, followed] of Object.entries(from) as [FieldName, FieldName][])
      if (form.has(box) && errors[nameOf(follower)] && form.has(nameOf(followed))) {
        delete onPage[nameOf(follower)]
        onPage[nameOf(followed)] ??= fields[followed].message ?? ''
      }
  return onPage
}

const longer = 'draw a longer one, or type your name'

const nameError = (error: string) =>
  error === fields.authSignature.message ? `${error}: type your full name` : error
