import { type FieldName, fieldNamesIn, fields } from '#src/forms/fields/fields.ts'
import { sectionNumbers } from '#src/forms/registration/sections.ts'

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

/** The fields that a section shows; the signature is shown nowhere. */
export const portalFields = (section: PortalSection): FieldName[] =>
  fieldNamesIn(sectionNumberOf(section)).filter((name) => fields[name].type !== 'signature')

/** Those that can be edited: what was signed stays. */
export const editedFields = (section: PortalSection): FieldName[] =>
  fieldNamesIn(sectionNumberOf(section)).filter((name) => !fields[name].signed)

/** A field's name in the portal's API. */
export const portalNameOf = (name: FieldName) => fields[name].portalName ?? name

/** The section's number in the registration form. */
const sectionNumberOf = (section: PortalSection) =>
  sectionNumbers[portalSections.indexOf(section)] ?? 1

export const isPortalSection = (text: string | undefined): text is PortalSection =>
  portalSections.some((section) => section === text)
