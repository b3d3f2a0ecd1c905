import { allowed } from '#src/forms/admin/decisions.ts'
import type { FieldValue } from '#src/forms/fields/field.ts'
import { type FieldName, fieldNamesIn, fields } from '#src/forms/fields/fields.ts'
import { followersOf, sameAsBoxes } from '#src/forms/registration/same-as.ts'
import { sectionNumbers } from '#src/forms/registration/sections.ts'
import type { Status } from '#src/forms/statuses.ts'

export const portalSections = ['business', 'directors', 'accounts', 'buyer', 'delivery'] as const
export type PortalSection = (typeof portalSections)[number]

export const portalTitles: Record<PortalSection, string> = {
  business: 'Business',
  directors: 'Directors',
  accounts: 'Accounts',
  buyer: 'Buyer',
  delivery: 'Delivery',
}

export const portalFields = (section: PortalSection): FieldName[] =>
  fieldNamesIn(sectionNumberOf(section)).filter((name) => fields[name].type !== 'signature')

export const editedFields = (section: PortalSection): FieldName[] =>
  fieldNamesIn(sectionNumberOf(section)).filter((name) => !fields[name].signed)

/** The account type can be changed until the application is approved. */
export const openFields = (section: PortalSection, status: Status): FieldName[] =>
  editedFields(section).filter((name) => name !== 'accountType' || !isTypeFixed(status))

/** The statuses in which a client can download the application. */
export const statusesWithPdf: readonly Status[] = ['submitted', 'approved', 'rejected']

export const isTypeFixed = (status: Status) => !allowed(status).includes('approved')

export function storedValues(
  section: PortalSection,
  record: Record<string, FieldValue | number>,
  directors: { name: string; position: string | null }[],
): { [name: string]: string | string[] | { name: string; position: string }[] } {
  if (section === 'directors')
    return {
      directors: directors.map(({ name, position }) => ({ name, position: position ?? '' })),
    }
  return Object.fromEntries(
    editedFields(section).map((name) => {
      const key = portalNameOf(name)
      const value = record[key] ?? ''
      if (typeof value === 'boolean') return [key, value ? 'yes' : 'no']
      return [key, Array.isArray(value) ? value : String(value)]
    }),
  )
}

/** Returns the answers in other sections which fields of this section may copy. */
export function followedElsewhere(
  section: PortalSection,
  record: Record<string, FieldValue | number>,
): Partial<Record<FieldName, string>> {
  const names = editedFields(section)
  const followed = sameAsBoxes
    .filter((copy) => followersOf(copy).some((name) => names.includes(name)))
    .flatMap(({ from }) => Object.values(from))
    .filter((name) => !names.includes(name))
  return Object.fromEntries(
    followed.map((name) => [name, String(record[portalNameOf(name)] ?? '')]),
  )
}

export const portalNameOf = (name: FieldName) => portalNames[name] ?? name

/** Names in the portal's API that differ from the columns. */
const portalNames: Partial<Record<FieldName, string>> = {
  accountsContact: 'accountsName',
  accountsTelephone: 'accountsTel',
  invoiceEmail: 'accountsEmail',
  buyerTelephone: 'buyerTel',
}

const sectionNumberOf = (section: PortalSection) =>
  sectionNumbers[portalSections.indexOf(section)] ?? 1

export const isPortalSection = (text: string | undefined): text is PortalSection =>
  portalSections.some((section) => section === text)
