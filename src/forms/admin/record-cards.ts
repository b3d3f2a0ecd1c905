import { agreedLabels } from '#src/forms/admin/agreed-terms.ts'
import type { CardTitle } from '#src/forms/fields/field.ts'
import { type FieldName, fieldNames, fields, isField, readingOf } from '#src/forms/fields/fields.ts'

const titles: CardTitle[] = [
  'Business Information',
  'Contact Information',
  'Accounts Information',
  'Buyer Information',
  'Delivery Information',
]

const positionOn = (title: CardTitle, name: FieldName) => {
  const [card, position] = fields[name].card ?? []
  return card === title ? (position ?? null) : null
}

/** The cards of the admin's application detail and their fields. */
export const recordCards = titles.map((title) => ({
  title,
  fields: fieldNames
    .filter((name) => positionOn(title, name) !== null)
    .toSorted((a, b) => Number(positionOn(title, a)) - Number(positionOn(title, b))),
}))

/** Every field that Save Changes can send; business types are read only. */
export const editableFields = recordCards
  .flatMap(({ fields }) => fields)
  .filter((name) => name !== 'businessTypes')

/** The form speaks to the applicant, the card to the reviewer. */
export const cardLabel = (name: FieldName) => fields[name].cardLabel ?? readingOf(fields[name])

/** The label of a field in the change history. */
export const changeLabel = (name: string): string =>
  isField(name) ? cardLabel(name) : (otherLabels[name] ?? name)

const otherLabels: Record<string, string> = {
  directors: 'Directors',
  status: 'Status',
  owner: 'Owner',
  customerCode: 'Customer code',
  import: 'Imported from',
  rejectionReason: 'Reason for the rejection',
  ...agreedLabels,
  proposedBy: 'Proposed by',
  declineReason: 'Reason for declining',
}
