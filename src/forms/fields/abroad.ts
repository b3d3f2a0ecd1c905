import { type FieldName, fieldNamesIn, fields } from './fields.ts'
import { formatWarning, isNational } from './format-warnings.ts'

const list = new Intl.ListFormat('en-GB')

/**
 * Returns the answers that look foreign, if there are at least two. The page then shows one hint for all of them. A
 * number that begins with GB does not count, because that is a slip.
 */
export function abroadIn(answerOf: (name: FieldName) => string): FieldName[] {
  const doubtful = fieldNamesIn(1).filter((name) => {
    const { format } = fields[name]
    const answer = answerOf(name)
    return (
      format && isNational(format) && !/^\s*gb/i.test(answer) && formatWarning(format, answer, '')
    )
  })
  return doubtful.length > 1 ? doubtful : []
}

export const abroadHint = (doubtful: FieldName[]) =>
  `${list.format(doubtful.map((name) => fields[name].label))} do not look like UK ones. If the business is abroad, leave them as they are.`
