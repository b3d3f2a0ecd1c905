import { type FieldName, fieldNamesIn, fields } from './fields.ts'
import { formatWarning, isNational } from './format-warnings.ts'

export const abroadHint =
  'Some of these details do not look like those of a UK business. If it is in another country, leave them as they are.'

/** The first answer that is not as in the UK, when there are two: one hint does for all. */
export function abroadAt(answerOf: (name: FieldName) => string): FieldName | null {
  const doubted = fieldNamesIn(1).filter((name) => {
    const { format } = fields[name]
    return format && isNational(format) && formatWarning(format, answerOf(name), '') !== null
  })
  return doubted.length > 1 ? (doubted[0] ?? null) : null
}
