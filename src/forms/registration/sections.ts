import { fieldNamesIn } from '#src/forms/fields/fields.ts'

export const sectionTitles = [
  'Business Info',
  'Directors',
  'Accounts',
  'Buyer Info',
  'Delivery',
] as const

export const sectionNumbers = [1, 2, 3, 4, 5] as const

export type SectionNumber = (typeof sectionNumbers)[number]

export const percentAt = (section: number) => (section / sectionNumbers.length) * 100

export function namesIn(section: number): readonly string[] {
  if (section === 2) return ['directors']
  return section === 5 ? [...fieldNamesIn(5), 'typedName'] : fieldNamesIn(section)
}

export const sectionOf = (name: string): SectionNumber =>
  sectionNumbers.find((number) => namesIn(number).includes(name.split('[')[0] ?? '')) ?? 5

/** A new form is already filled in here. */
export const preset = ['accountType', 'agreementDate']

export const begunSections = (values: FormValues) =>
  sectionNumbers.filter((number) =>
    namesIn(number).some((name) => !preset.includes(name) && hasAnswer(values[name])),
  )

const hasAnswer = (answer: FormValues[string] | undefined) =>
  [answer ?? []]
    .flat()
    // a form that is posted without a row has a hole there
    .some((item: string | Partial<DirectorRow> | undefined) =>
      typeof item === 'string' ? item.trim() : item?.name?.trim() || item?.position?.trim(),
    )

export type FormValues = { [name: string]: string | string[] | DirectorRow[] }
export type DirectorRow = { name: string; position: string }

/** Returns the section that contains the element with this ID. */
export function sectionOfAnchor(id: string): SectionNumber | null {
  const [, ofSection] = /^section(?:-title)?-([1-5])$/.exec(id) ?? []
  if (ofSection) return Number(ofSection) as SectionNumber
  if (/^directors?-\d/.test(id)) return 2
  // the answers are read back above the signature
  if (/^answers-[1-5]$|^(check|signing|termsVersion|asked|signerAsked|signerEmail)$/.test(id))
    return 5
  // each choice of a group has a number in its ID
  const name = id.replace(/-\d+$/, '')
  return sectionNumbers.find((number) => namesIn(number).includes(name)) ?? null
}

export const idOf = (name: string) =>
  name === 'directors' ? 'directors-0-name' : name.replace(/[[\].]+/g, '-')
