import { parse } from '@conform-to/react'
import { z } from 'zod'
import { Refusal } from '#src/domain/refusal.ts'
import { lengths } from '#src/forms/fields/field-types.ts'
import { type DirectorRow, type FormValues, valuesOf } from '#src/forms/registration/form-values.ts'
import { httpMessages } from '#src/http/errors.ts'

/**
 * The rows of directors after the Add or Remove that a form asks for without scripts, by conform; `null` when it asks
 * for neither. Refuses ('invalid') any other intent and a list that grows too long.
 */
export function directorsAfter(form: URLSearchParams): DirectorRow[] | null {
  const asked = form.get('__intent__')
  if (asked === null) return null
  try {
    const rows = new URLSearchParams(entriesOf(valuesOf(form)))
    rows.set('__intent__', JSON.stringify(intent.parse(JSON.parse(asked))))
    const { initialValue } = parse(rows, { resolve: () => ({ value: true }) }).reply()
    const list: unknown = initialValue?.directors ?? []
    if (!Array.isArray(list) || list.length > lengths.directors) throw new Error('not a list')
    return list.map((row) => ({
      name: String(row?.name ?? ''),
      position: String(row?.position ?? ''),
    }))
  } catch {
    throw new Refusal('invalid', httpMessages.unknownAction)
  }
}

/** What the buttons ask. Conform would do more: set a value at an index of a hundred millions, for seconds. */
const intent = z.object({
  type: z.enum(['insert', 'remove']),
  payload: z.object({
    name: z.literal('directors'),
    index: z.number().int().min(0).max(lengths.directors).optional(),
  }),
})

/** Of all that was posted conform sees the rows alone, each name once. */
const entriesOf = ({ directors = [] }: FormValues): [string, string][] =>
  (directors as DirectorRow[]).flatMap(({ name, position }, at) => [
    [`directors[${at}].name`, name],
    [`directors[${at}].position`, position],
  ])
