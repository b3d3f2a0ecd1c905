import {
  type FieldDrawing,
  type FieldName,
  fieldDrawings,
  fieldNames,
} from './registration-fields.ts'

/** The portal's sections, as they stand in the address of the call (spec 7, Portal). */
export const portalSections = ['business', 'directors', 'accounts', 'buyer', 'delivery'] as const
export type PortalSection = (typeof portalSections)[number]

/** What their tabs say (spec 2, Client portal). */
export const portalTitles: Record<PortalSection, string> = {
  business: 'Business',
  directors: 'Directors',
  accounts: 'Accounts',
  buyer: 'Buyer',
  delivery: 'Delivery',
}

/** A field of the portal: its name there, the form's name for the same column, and how it is drawn. */
export type PortalField = {
  name: string
  column: FieldName | typeof instructions
  drawing: FieldDrawing
}

const instructions = 'specialInstructions'

/** Where the portal's names differ from the form's (contract 5.12). */
const portalNames: Partial<Record<FieldName, string>> = {
  accountsContact: 'accountsName',
  invoiceEmail: 'accountsEmail',
  accountsTelephone: 'accountsTel',
  buyerTelephone: 'buyerTel',
}

/** The name the portal has for a column. */
export const portalName = (column: string) => portalNames[column as FieldName] ?? column

/** The fields of a section in their order: all of the form's, and the special instructions under Delivery. */
export function portalFields(section: PortalSection): PortalField[] {
  const fields: PortalField[] = fieldNames(portalSections.indexOf(section) + 1).map((column) => ({
    name: portalName(column),
    column,
    drawing: fieldDrawings[column],
  }))
  if (section === 'delivery') fields.push(special)
  return fields
}

/** The number that the registration form has for a section. */
export const sectionNumberOf = (section: PortalSection) =>
  (portalSections.indexOf(section) + 1) as 1 | 2 | 3 | 4 | 5

export const isPortalSection = (text: string | undefined): text is PortalSection =>
  portalSections.some((section) => section === text)

const special: PortalField = {
  name: instructions,
  column: instructions,
  drawing: {
    label: 'Special instructions',
    hint: 'Anything our drivers should know, such as gate codes or opening hours',
    control: 'area',
    optional: true,
  },
}
