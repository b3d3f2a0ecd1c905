import { fieldNamesIn, fields, isField } from '#src/forms/fields/fields.ts'
import { percentAt, sectionNumbers } from './sections.ts'

/** The form as it is typed: texts, the list of ticked types, and the rows of directors, blank ones included. */
export type DirectorRow = { name: string; position: string }
export type FormValues = { [name: string]: string | string[] | DirectorRow[] }

const row = /^directors\[(\d{1,2})\]\.(name|position)$/

/** The values of a form, as a browser would post them; names that the form does not have are passed over. */
export function valuesOf(entries: Iterable<[string, FormDataEntryValue]>): FormValues {
  const values: FormValues = {}
  const types: string[] = []
  const directors: DirectorRow[] = []
  for (const [key, entry] of entries) {
    const text = String(entry)
    const [, index, part] = row.exec(key) ?? []
    if (part) {
      const { name = '', position = '' } = directors[Number(index)] ?? {}
      directors[Number(index)] = { name, position, [part]: text }
    } else if (key === 'businessTypes') types.push(text)
    else if (key === 'typedName' || isField(key)) values[key] = text
  }
  return { ...values, businessTypes: types, directors: directors.filter(Boolean) }
}

/** The save payload: every section by its number, where the person is, how far. */
export const payloadOf = (values: FormValues, section: number) => ({
  ...Object.fromEntries(
    sectionNumbers.map((number) => [number, jsonValues(sectionValues(values, number))]),
  ),
  currentSection: section,
  completionPercentage: percentAt(section),
})

/** The values of one section, by the names of the save payload. */
export function sectionValues(values: FormValues, section: number): FormValues {
  return Object.fromEntries(
    namesIn(section).flatMap((name) => (name in values ? [[name, values[name] ?? '']] : [])),
  )
}

/** A form's values as the calls take them: yes and no are booleans. */
export const jsonValues = (values: FormValues) =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => {
      const isAnswer = isField(name) && fields[name].type === 'yesNo' && value !== ''
      return [name, isAnswer ? value === 'yes' : value]
    }),
  )

/** The names of a section's controls. */
export function namesIn(section: number): readonly string[] {
  if (section === 2) return ['directors']
  return section === 5 ? [...fieldNamesIn(5), 'typedName'] : fieldNamesIn(section)
}

/** The section that a field or an error stands in. */
export const sectionOf = (name: string): number =>
  sectionNumbers.find((number) => namesIn(number).includes(name.split('[')[0] ?? '')) ?? 5

/** The rows of directors to draw: one at least. */
export function rowsOf({ directors = [] }: FormValues): DirectorRow[] {
  const rows = Array.isArray(directors) ? directors.filter((row) => typeof row === 'object') : []
  return rows.length > 0 ? rows : [{ name: '', position: '' }]
}

/** Whether two answers are the same; blank rows and blank texts count as no answer. */
export const sameAnswer = (one: FormValues[string] | undefined, other: typeof one): boolean =>
  comparable(one) === comparable(other)

/** Id of the control with this name: what labels and the error summary point at. */
export const idOf = (name: string) =>
  name === 'directors' ? 'directors-0-name' : name.replace(/[[\].]+/g, '-')

function comparable(value: FormValues[string] = ''): string {
  if (!Array.isArray(value)) return value.replace(/\r\n/g, '\n').trim()
  const items: (string | DirectorRow)[] = value
  return JSON.stringify(
    items.filter((item) => typeof item === 'string' || item.name || item.position),
  ).replace(/^\[\]$/, '')
}
