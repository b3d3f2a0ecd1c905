import { type FieldName, fieldNames } from '#src/forms/registration/field-names.ts'
import { sectionNumbers } from '#src/forms/registration/registration-choices.ts'

/** The portal's sections, as they stand in the address of the call. */
export const portalSections = ['business', 'directors', 'accounts', 'buyer', 'delivery'] as const
export type PortalSection = (typeof portalSections)[number]

/** What their tabs say. */
export const portalTitles: Record<PortalSection, string> = {
  business: 'Business',
  directors: 'Directors',
  accounts: 'Accounts',
  buyer: 'Buyer',
  delivery: 'Delivery',
}

/** A field of the portal: its name there, and the column, which is the form's name for it. */
export type PortalField = { name: string; column: FieldName | 'specialInstructions' }

/** Where the portal's names differ from the form's (rule 130). */
const portalNames: Partial<Record<FieldName, string>> = {
  accountsContact: 'accountsName',
  invoiceEmail: 'accountsEmail',
  accountsTelephone: 'accountsTel',
  buyerTelephone: 'buyerTel',
}

/** The fields of a section in their order: all of the form's, and the special instructions under Delivery. */
export function portalFields(section: PortalSection): PortalField[] {
  const fields: PortalField[] = fieldNames(sectionNumberOf(section)).map((column) => ({
    name: portalNames[column] ?? column,
    column,
  }))
  if (section === 'delivery')
    fields.push({ name: 'specialInstructions', column: 'specialInstructions' })
  return fields
}

/** The number that the registration form has for a section. */
export const sectionNumberOf = (section: PortalSection) =>
  sectionNumbers[portalSections.indexOf(section)] ?? 1

export const isPortalSection = (text: string | undefined): text is PortalSection =>
  portalSections.some((section) => section === text)
