import { fields, formFieldNames } from '#src/forms/fields/fields.ts'
import { previousAddressNeeded } from '../years-established.ts'
import {
  type DirectorRow,
  type FormValues,
  type SectionNumber,
  sectionNumbers,
} from './sections.ts'

/** Returns the sections before the signature that lack an answer. */
export const sectionsWithGaps = (values: FormValues, today: string): SectionNumber[] =>
  sectionNumbers.filter(
    (number) => number < sectionNumbers.length && hasGaps(number, values, today),
  )

/** Returns whether an answer is missing, as far as the browser can tell. Only the server checks the signature. */
export function hasGaps(section: SectionNumber, values: FormValues, today: string): boolean {
  if (section === 2) return !rowsIn(values).some((row) => row?.name?.trim())
  return formFieldNames(section).some((name) => {
    const answer = [values[name] ?? ''].flat().join('').trim()
    const { message, type } = fields[name]
    if (name === 'previousAddress')
      return !answer && previousAddressNeeded(String(values.businessEstablished ?? ''), today)
    if (message === undefined) return false
    return type === 'email' ? !/.@.+\../.test(answer) : answer === ''
  })
}

/** A form that is posted without a row has a hole there. */
const rowsIn = ({ directors = [] }: FormValues) => directors as (Partial<DirectorRow> | undefined)[]
