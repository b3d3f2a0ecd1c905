import { accountsFields } from './accounts.ts'
import { businessFields } from './business.ts'
import { buyerFields } from './buyer.ts'
import { deliveryFields } from './delivery.ts'
import type { Field, FieldValue } from './field.ts'

/** By the sections of the form and of the portal. Section 2 is the list of directors. */
const sections = {
  1: businessFields,
  3: accountsFields,
  4: buyerFields,
  5: deliveryFields,
} as const

type Sections = typeof sections

export type FieldName = { [Number in keyof Sections]: keyof Sections[Number] }[keyof Sections]

/** Every field by the name of its column, in the order of the form. */
export const fields: Readonly<Record<FieldName, Field>> = {
  ...businessFields,
  ...accountsFields,
  ...buyerFields,
  ...deliveryFields,
}

export type FieldValues = Partial<Record<FieldName, FieldValue>>

export const fieldNames = Object.keys(fields) as FieldName[]

export const isField = (name: string): name is FieldName => Object.hasOwn(fields, name)

export const fieldNamesIn = (section: number) =>
  Object.keys(section in sections ? sections[section as keyof Sections] : {}) as FieldName[]

/** The fields of a section that the registration form draws by the table; the signature has a control of its own. */
export const formFieldNames = (section: number) =>
  fieldNamesIn(section).filter(
    (name) => !fields[name].portalOnly && fields[name].type !== 'signature',
  )

/** The label above the control. */
export const labelOf = ({ label, optional }: Field) => (optional ? `${label} (optional)` : label)

/** The label beside the answer. */
export const readingOf = ({ label, reading = label }: Field) => reading
