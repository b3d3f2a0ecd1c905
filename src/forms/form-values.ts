import { percentAt, sectionNumbers } from './registration-choices.ts'
import { type FieldName, fieldNames } from './registration-fields.ts'

/** The form as it is typed: texts, the list of ticked types, and the rows of directors, blank ones included. */
export type DirectorRow = { name: string; position: string }
export type FormValues = { [name: string]: string | string[] | DirectorRow[] }

/** The same for conform, which wants to know each name. */
export type RegistrationShape = { directors: DirectorRow[] } & Record<
  FieldName | 'authSignature' | 'typedName',
  string
>

const row = /^directors\[(\d{1,2})\]\.(name|position)$/

/** The values of a form, as a browser would post them; names that the form does not have are passed over. */
export function valuesOf(entries: Iterable<[string, FormDataEntryValue]>): FormValues {
  const values: FormValues = { businessTypes: [] }
  const directors: DirectorRow[] = []
  for (const [name, entry] of entries) {
    const text = String(entry)
    const [, at, part] = row.exec(name) ?? []
    if (at !== undefined) {
      directors[Number(at)] ??= { name: '', position: '' }
      Object.assign(directors[Number(at)] as DirectorRow, { [part as string]: text })
    } else if (name === 'businessTypes') (values.businessTypes as string[]).push(text)
    else if (known.has(name)) values[name] = text
  }
  values.directors = directors.filter(Boolean)
  return values
}

/** The values of one section, by the names of the save payload. */
export function sectionValues(values: FormValues, section: number): FormValues {
  if (section === 2) return { directors: values.directors ?? [] }
  const names = section === 5 ? [...fieldNames(5), ...signatureNames] : fieldNames(section)
  return Object.fromEntries(
    names.flatMap((name) => (name in values ? [[name, values[name] ?? '']] : [])),
  )
}

/** The save payload of the specification's section 3: every section by its number, where the person is, how far. */
export const payloadOf = (values: FormValues, section: number) => ({
  ...Object.fromEntries(sectionNumbers.map((number) => [number, sectionValues(values, number)])),
  currentSection: section,
  completionPercentage: percentAt(section),
})

/** The section that a field or an error stands in. */
export function sectionOf(name: string): number {
  if (name.startsWith('directors')) return 2
  return sectionNumbers.find((number) => fieldNames(number).some((field) => field === name)) ?? 5
}

const signatureNames = ['authSignature', 'typedName']
const known = new Set<string>([...sectionNumbers.flatMap(fieldNames), ...signatureNames])

/** Id of the control with this name: what labels and the error summary point at. */
export const idOf = (name: string) =>
  name === 'directors' ? 'directors-0-name' : name.replace(/[[\].]+/g, '-')
