import { longDate } from '#src/forms/long-date.ts'
import {
  type FieldDrawing,
  type FieldName,
  fieldDrawings,
} from '#src/forms/registration/registration-fields.ts'
import { accountLabels } from './account-labels.ts'

/** A recorded value of a field as people read it: dates long, choices by their labels, all else as it is. */
export function changeWords(field: string, value: string): string {
  if (!Object.hasOwn(fieldDrawings, field)) return value
  const { control }: FieldDrawing = fieldDrawings[field as FieldName]
  if (control === 'day') return longDate(value)
  if (control === 'yesNo') return { yes: 'Yes', no: 'No' }[value] ?? value
  if (control === 'accountType') return accountLabels[value as 'credit'] ?? value
  return value
}
