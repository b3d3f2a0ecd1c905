import { z } from 'zod'
import { Refusal } from '#src/domain/refusal.ts'
import { lengths } from '#src/forms/fields/field-types.ts'
import { type DirectorRow, valuesOf } from '#src/forms/registration/form-values.ts'
import { httpMessages } from '#src/http/errors.ts'

/**
 * The rows of directors after the Add or Remove that a form asks for without scripts, as conform's buttons name it;
 * `null` when it asks for neither. Refuses ('invalid') any other intent and a list that grows too long.
 */
export function directorsAfter(form: URLSearchParams): DirectorRow[] | null {
  const asked = form.get('__intent__')
  if (asked === null) return null
  const rows = valuesOf(form).directors as DirectorRow[]
  const { type, payload } = intentOf(asked)
  const at = payload.index ?? rows.length
  const blank = { name: '', position: '' }
  const after = type === 'insert' ? rows.toSpliced(at, 0, blank) : rows.toSpliced(at, 1)
  if (after.length > lengths.directors) throw new Refusal('invalid', httpMessages.unknownAction)
  return after
}

function intentOf(text: string): z.infer<typeof intent> {
  try {
    return intent.parse(JSON.parse(text))
  } catch {
    throw new Refusal('invalid', httpMessages.unknownAction)
  }
}

const intent = z.object({
  type: z.enum(['insert', 'remove']),
  payload: z.object({
    name: z.literal('directors'),
    index: z.number().int().min(0).max(lengths.directors).optional(),
  }),
})
