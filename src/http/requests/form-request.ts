import type { z } from 'zod'
import { Refusal } from '#src/domain/refusal.ts'
import type { FieldErrors } from '#src/forms/fields/field.ts'
import type { Ctx } from '#src/http/context.ts'
import { readJson } from './body.ts'

/** The JSON body of a request, read by a form's schema; refuses ('invalid') with the fields' messages. */
export async function formOf<T>(c: Ctx, schema: z.ZodType<T>, max: number): Promise<T> {
  return checkForm(schema, await readJson(c, max))
}

/** Values, or a posted form, as a form's schema reads them; refuses ('invalid') with the fields' messages. */
export function checkForm<T>(schema: z.ZodType<T>, values: unknown): T {
  const given = values instanceof URLSearchParams ? Object.fromEntries(values) : values
  const read = schema.safeParse(given ?? {})
  if (read.success) return read.data
  const errors: FieldErrors = {}
  for (const { path, message } of read.error.issues)
    if (path[0] !== undefined) errors[String(path[0])] ??= message
  const message = Object.values(errors)[0] ?? 'The request must be a JSON object'
  throw new Refusal('invalid', message, { errors })
}
