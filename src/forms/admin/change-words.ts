import { poundsText } from '#src/forms/admin/agreed-terms.ts'
import { fields, isField } from '#src/forms/fields/fields.ts'
import { longDate } from '#src/forms/long-date.ts'

/** A recorded value as people read it: dates long, choices by their labels, all else as it is. */
export function changeWords(field: string, value: string): string {
  if (field === 'creditLimit') return poundsText(Number(value))
  if (field === 'reviewDate') return longDate(value)
  if (field === 'isInDocument') return 'Yes'
  if (!isField(field)) return value
  const { type, options = {} } = fields[field]
  if (type === 'day') return longDate(value)
  return Object.hasOwn(options, value) ? (options[value] ?? value) : value
}
