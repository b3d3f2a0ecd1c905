import { parse, type SubmissionResult } from '@conform-to/react'
import { parseWithZod } from '@conform-to/zod/v4'
import { z } from 'zod'
import { Refusal } from '#src/domain/refusal.ts'
import { secretFields } from '#src/forms/email-settings/email-settings-fields.ts'
import { type FieldErrors, lengths } from '#src/forms/fields/field.ts'
import { fieldErrors } from '#src/forms/fields/schema.ts'
import type { Ctx } from '#src/http/context.ts'
import { HttpError, httpMessages } from '#src/http/errors.ts'
import { readJson } from './body.ts'

export async function formOf<T>(c: Ctx, schema: z.ZodType<T>): Promise<T> {
  return checkValues(schema, await readJson(c))
}

/** Refuses 'invalid' with a message for each field. */
export function checkValues<T>(schema: z.ZodType<T>, values: unknown): T {
  const result = schema.safeParse(values === undefined ? {} : values)
  if (result.success) return result.data
  const whole = result.error.issues.find(({ code }) => code === 'custom')?.message
  throw refusalOf(fieldErrors(result.error), whole)
}

export function checkForm<T>(schema: z.ZodType<T>, form: URLSearchParams | FormData): T {
  if (form.has('__intent__')) throw new HttpError(400, httpMessages.unknownAction)
  // values are not coerced: a blank text clears its field, so the schema has to see it
  const submission = parseWithZod(fieldsIn(form), { schema, disableAutoCoercion: true })
  if (submission.status === 'success') return submission.value
  const errors = Object.entries(submission.error ?? {})
  throw refusalOf(
    Object.fromEntries(errors.map(([name, texts]) => [name.replace(/\[.*/, ''), texts?.[0] ?? ''])),
  )
}

/** Returns what was typed, without secrets, and the errors. */
export function replyTo(form: URLSearchParams | FormData, errors: FieldErrors): SubmissionResult {
  const error = Object.fromEntries(Object.entries(errors).map(([name, text]) => [name, [text]]))
  return parse(fieldsIn(form), { resolve: () => ({ error }) }).reply({ hideFields: secrets })
}

/** Returns the form after an Add or Remove without scripts, or `null` for any other post. Throws 400. */
export function replyToIntent(form: URLSearchParams): SubmissionResult | null {
  const posted = form.get('__intent__')
  if (posted === null) return null
  const { payload } = intentIn(posted)
  const fields = fieldsIn(form)
  fields.set('__intent__', posted)
  const reply = parse<unknown, string[]>(fields, { resolve: () => ({ error: {} }) }).reply()
  const rows = reply.initialValue?.[payload.name]
  if (Array.isArray(rows) && rows.length > lengths.directors)
    throw new HttpError(400, httpMessages.unknownAction)
  return reply
}

const secrets = [
  ...['password', 'confirmPassword', 'currentPassword', 'newPassword'],
  ...['code', 'signature', 'authSignature', 'clientSecret'],
  ...secretFields,
]

/** Matches a field, or a part of a row in the only list. */
const fieldName = /^(?!directors$)(?:\w+|directors\[(\d+)\]\.\w+)$/

/**
 * Reads the fields. Throws 400 for other names, which Conform would read as structures: a huge index would create a
 * huge list.
 */
function fieldsIn(form: URLSearchParams | FormData): FormData {
  const fields = new FormData()
  for (const [name, value] of form) {
    const [match, index = '0'] = fieldName.exec(name) ?? []
    if (Number(index) >= lengths.directors) throw new HttpError(400, httpMessages.tooManyFields)
    if (match && !name.startsWith('__')) fields.append(name, value)
  }
  return fields
}

function intentIn(posted: string): z.infer<typeof intent> {
  try {
    return intent.parse(JSON.parse(posted))
  } catch {
    throw new HttpError(400, httpMessages.unknownAction)
  }
}

const intent = z.object({
  type: z.enum(['insert', 'remove']),
  payload: z.strictObject({
    name: z.literal('directors'),
    index: z.int().min(0).max(lengths.directors).optional(),
  }),
})

function refusalOf(errors: FieldErrors, whole = 'The request must be a JSON object'): Refusal {
  return new Refusal('invalid', Object.values(errors)[0] ?? whole, { errors })
}
