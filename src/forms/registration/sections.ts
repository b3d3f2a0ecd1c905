import { fieldNamesIn } from '#src/forms/fields/fields.ts'

/** The five sections' names, as the tabs show them. */
export const sectionTitles = [
  'Business Info',
  'Directors',
  'Accounts',
  'Buyer Info',
  'Delivery',
] as const

export const sectionNumbers = [1, 2, 3, 4, 5] as const

export type SectionNumber = (typeof sectionNumbers)[number]

/** Whole percent of the registration at a section: its number by five. */
export const percentAt = (section: number) => (section / sectionNumbers.length) * 100

/** The names of a section's controls. */
export function namesIn(section: number): readonly string[] {
  if (section === 2) return ['directors']
  return section === 5 ? [...fieldNamesIn(5), 'typedName'] : fieldNamesIn(section)
}

/** The section that a field or an error stands in. */
export const sectionOf = (name: string): SectionNumber =>
  sectionNumbers.find((number) => namesIn(number).includes(name.split('[')[0] ?? '')) ?? 5

/** The form as its controls have it: texts, the ticked types, the rows of directors. */
export type FormValues = { [name: string]: string | string[] | DirectorRow[] }
export type DirectorRow = { name: string; position: string }

/** Id of the control with this name: what labels and the error summary point at. */
export const idOf = (name: string) =>
  name === 'directors' ? 'directors-0-name' : name.replace(/[[\].]+/g, '-')
