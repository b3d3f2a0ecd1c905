/** The form's fields by section, in the order they are drawn; section 2 is the list of directors. */
const names = {
  1: [
    'accountType',
    'businessName',
    'businessAddress',
    'postCode',
    'telephone',
    'fax',
    'mainEmail',
    'mobile',
    'coRegistration',
    'dateIncorporation',
    'vatNo',
    'eoriNumber',
    'businessEstablished',
    'businessTypes',
    'previousAddress',
  ],
  3: [
    'accountsContact',
    'invoiceAddress',
    'invoicePostCode',
    'accountsTelephone',
    'accountsFax',
    'invoiceEmail',
    'financialEmail',
    'invoiceQueriesEmail',
    'poMandatory',
  ],
  4: ['buyerName', 'buyerEmail', 'buyerTelephone', 'buyerFax', 'buyerMobile'],
  5: [
    'siteContact',
    'deliveryAddress',
    'deliveryPostCode',
    'deliveryTelephone',
    'deliveryFax',
    'deliveryEmail',
    'deliveryMobile',
    'position',
    'agreementDate',
  ],
} as const

export type FieldName = (typeof names)[keyof typeof names][number]

/** Names of a section's fields. */
export const fieldNames = (section: number): readonly FieldName[] =>
  section in names ? names[section as keyof typeof names] : []
