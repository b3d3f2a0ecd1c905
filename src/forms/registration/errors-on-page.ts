import type { FieldErrors } from '#src/forms/fields/field.ts'
import { fields } from '#src/forms/fields/fields.ts'
import { copies } from './copies.ts'

/** An answer that follows another has that one's error, and a typed signature is missing where its name is. */
export function errorsOnPage(form: FormData | URLSearchParams, errors: FieldErrors): FieldErrors {
  const isTyped = form.getAll('signing').at(-1) === 'type'
  const onPage = Object.fromEntries(
    Object.entries(errors).map(([name, text]) =>
      isTyped && name === 'authSignature' ? ['signerName', nameError(text)] : [name, text],
    ),
  )
  for (const { box, from } of copies)
    for (const [follower, followed] of Object.entries(from))
      if (form.has(box) && errors[followed]) delete onPage[follower]
  return onPage
}

const nameError = (error: string) =>
  error === fields.authSignature.message ? 'Type your full name, as your signature' : error
