import {
  type FieldDrawing,
  type FieldName,
  fieldDrawings,
} from '#src/forms/registration/registration-fields.ts'

/** A field of the admin's record that can be edited there. */
export type CardField = FieldName | 'specialInstructions'

export type RecordCard = { title: string; fields: readonly CardField[] }

/** The cards of the admin's application detail, those of the decision first. */
export const recordCards: RecordCard[] = [
  {
    title: 'Business Information',
    fields: [
      'businessName',
      'accountType',
      'businessTypes',
      'coRegistration',
      'vatNo',
      'eoriNumber',
      'dateIncorporation',
      'businessEstablished',
      'businessAddress',
      'postCode',
      'previousAddress',
    ],
  },
  { title: 'Contact Information', fields: ['mainEmail', 'telephone', 'mobile', 'fax'] },
  {
    title: 'Accounts Information',
    fields: [
      'accountsContact',
      'accountsTelephone',
      'accountsFax',
      'invoiceEmail',
      'financialEmail',
      'invoiceQueriesEmail',
      'invoiceAddress',
      'invoicePostCode',
      'poMandatory',
    ],
  },
  {
    title: 'Buyer Information',
    fields: ['buyerName', 'buyerEmail', 'buyerTelephone', 'buyerMobile', 'buyerFax'],
  },
  {
    title: 'Delivery Information',
    fields: [
      'siteContact',
      'deliveryEmail',
      'deliveryTelephone',
      'deliveryMobile',
      'deliveryFax',
      'deliveryAddress',
      'deliveryPostCode',
      'specialInstructions',
    ],
  },
]

/** Every field that Save Changes can send; business types are read only. */
export const editableFields: CardField[] = recordCards
  .flatMap(({ fields }) => fields)
  .filter((name) => name !== 'businessTypes')

/** How a field stands on its card: the form speaks to the applicant, the card to the reviewer. */
export const cardDrawing = (name: CardField): FieldDrawing =>
  name === 'specialInstructions'
    ? { label: 'Special instructions', control: 'area' }
    : { ...fieldDrawings[name], ...(cardLabels[name] && { label: cardLabels[name] }) }

const cardLabels: Partial<Record<FieldName, string>> = {
  accountType: 'Account type',
  businessTypes: 'Business types',
  businessEstablished: 'Years established',
  previousAddress: 'Previous address',
  invoiceEmail: 'Invoice email',
  financialEmail: 'Financial email',
  invoiceQueriesEmail: 'Invoice queries email',
  poMandatory: 'Purchase order mandatory',
}

/** The words for a field in the change history. */
export const fieldWords = (name: string): string =>
  name === 'specialInstructions' || name in fieldDrawings
    ? cardDrawing(name as CardField).label
    : (eventWords[name] ?? name)

const eventWords: Record<string, string> = {
  directors: 'Directors',
  status: 'Status',
  customerCode: 'Customer code',
  rejectionReason: 'Reason for the rejection',
  authSignature: 'Signature',
}
