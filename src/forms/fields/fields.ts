import type { Field, FieldType, FieldValue } from './field.ts'

export const accountLabels = { credit: 'Credit account', cash: 'Cash account' }

export const businessTypes = [
  'PLC',
  'Private Ltd Co.',
  'Sole Trader',
  'Partnership',
  'LLP',
  'Other',
] as const

const businessTypeLabels = Object.fromEntries(businessTypes.map((type) => [type, type]))

/** Returns a field whose message is its label and "is required". */
const required = (type: FieldType, label: string, more: Omit<Field, 'type' | 'label'>): Field => ({
  type,
  label,
  message: `${label} is required`,
  ...more,
})

const telephone = (label: string, autoComplete: string, more: Partial<Field> = {}) =>
  required('tel', label, { autoComplete, format: 'telephone', ...more })

const mobile = (label: string, autoComplete: string) =>
  telephone(label, autoComplete, { hint: 'If there is none, write "None"' })

const fax = (label: string, autoComplete: string): Field => ({
  type: 'tel',
  label,
  optional: true,
  autoComplete,
})

const businessFields = {
  accountType: {
    type: 'choice',
    options: accountLabels,
    label: 'What type of account do you want?',
    reading: 'Account type',
    hint: 'Credit: you pay on agreed terms. Cash: you pay upfront.',
    message: 'Please select an account type',
  },
  businessName: required('line', 'Business name', {
    hint: 'As registered, or your trading name',
    autoComplete: 'organization',
    width: 'full',
  }),
  businessAddress: required('area', 'Business address', {
    hint: 'Building, street, town and county',
    autoComplete: 'section-business street-address',
  }),
  postCode: required('code', 'Post code', {
    autoComplete: 'section-business postal-code',
    format: 'postCode',
  }),
  telephone: telephone('Telephone', 'section-business work tel', {
    hint: 'Include the area code, or start with +44',
  }),
  fax: fax('Fax', 'section-business fax tel'),
  mainEmail: {
    type: 'email',
    format: 'email',
    label: 'Main email',
    hint: 'We write to this address about your application, and you sign in with it',
    message: 'Valid email is required',
    autoComplete: 'section-business work email',
  },
  mobile: mobile('Mobile number', 'section-business mobile tel'),
  coRegistration: {
    type: 'code',
    label: 'Company registration number',
    hint: '8 characters, such as 01234567 or SC123456. If you have none, write "Not registered"',
    message: 'Company registration is required',
    width: 'phone',
    format: 'companyNumber',
  },
  dateIncorporation: required('day', 'Date of incorporation', {
    hint: 'Not incorporated? Enter the day you started trading',
    format: 'pastDay',
  }),
  vatNo: required('code', 'VAT number', {
    hint: '9 digits, sometimes after GB. If you have none, write "Not registered"',
    width: 'phone',
    format: 'vat',
  }),
  eoriNumber: required('code', 'EORI number', {
    hint: 'GB or XI and 12 digits. If you have none, write "Not registered"',
    width: 'phone',
    format: 'eori',
  }),
  businessEstablished: {
    type: 'line',
    label: 'How many years has the business been established?',
    reading: 'Years established',
    hint: 'A number of years, or the year it started',
    message: 'Business established date is required',
    format: 'years',
    width: 'code',
  },
  businessTypes: {
    type: 'choices',
    options: businessTypeLabels,
    label: 'Business type',
    hint: 'Select all that apply',
    message: 'At least one business type is required',
  },
  previousAddress: {
    type: 'area',
    label: 'Previous address (if under 2 years at the present address)',
    reading: 'Previous address',
    hint: 'The address before this one. If you have always been here, write "None"',
    autoComplete: 'section-previous street-address',
  },
} satisfies Record<string, Field>

const accountsFields = {
  accountsContact: required('line', 'Accounts contact', {
    hint: 'The person we can ask about invoices',
    autoComplete: 'section-accounts billing name',
  }),
  invoiceAddress: required('area', 'Invoice address', {
    autoComplete: 'section-accounts billing street-address',
  }),
  invoicePostCode: required('code', 'Invoice post code', {
    autoComplete: 'section-accounts billing postal-code',
    format: 'postCode',
  }),
  accountsTelephone: telephone('Accounts telephone', 'section-accounts work tel'),
  accountsFax: fax('Accounts fax', 'section-accounts fax tel'),
  invoiceEmail: {
    type: 'email',
    format: 'email',
    label: 'Email for invoices',
    message: 'Valid invoice email is required',
    autoComplete: 'section-accounts work email',
  },
  financialEmail: {
    type: 'email',
    format: 'email',
    label: 'Email for statements and credit matters',
    message: 'Valid financial email is required',
  },
  invoiceQueriesEmail: {
    type: 'email',
    format: 'email',
    label: 'Email for invoice queries',
    message: 'Valid invoice queries email is required',
  },
  poMandatory: {
    type: 'yesNo',
    options: { yes: 'Yes', no: 'No' },
    label: 'Must our invoices quote a purchase order number?',
    reading: 'Purchase order number needed on invoices',
    optional: true,
  },
} satisfies Record<string, Field>

const buyerFields = {
  buyerName: required('line', 'Buyer name', {
    hint: 'The person who places orders with us',
    autoComplete: 'section-buyer name',
  }),
  buyerEmail: {
    type: 'email',
    format: 'email',
    label: 'Buyer email',
    message: 'Valid buyer email is required',
    autoComplete: 'section-buyer work email',
  },
  buyerTelephone: telephone('Buyer telephone', 'section-buyer work tel'),
  buyerFax: fax('Buyer fax', 'section-buyer fax tel'),
  buyerMobile: mobile('Buyer mobile', 'section-buyer mobile tel'),
} satisfies Record<string, Field>

const deliveryFields = {
  siteContact: required('line', 'Site contact', {
    hint: 'The person who takes in deliveries',
    autoComplete: 'section-delivery shipping name',
  }),
  deliveryAddress: required('area', 'Delivery address', {
    hint: 'Deliveries arrive between 8 am and 6 pm',
    autoComplete: 'section-delivery shipping street-address',
  }),
  deliveryPostCode: required('code', 'Delivery post code', {
    autoComplete: 'section-delivery shipping postal-code',
    format: 'postCode',
  }),
  deliveryTelephone: telephone('Delivery telephone', 'section-delivery shipping work tel'),
  deliveryFax: fax('Delivery fax', 'section-delivery shipping fax tel'),
  deliveryEmail: {
    type: 'email',
    format: 'email',
    label: 'Delivery email',
    message: 'Valid delivery email is required',
    autoComplete: 'section-delivery shipping work email',
  },
  deliveryMobile: mobile('Delivery mobile', 'section-delivery shipping mobile tel'),
  authSignature: {
    type: 'signature',
    label: 'Signature',
    message: 'Digital signature is required',
    signed: true,
  },
  signerName: {
    type: 'line',
    label: 'Your full name',
    reading: 'Signed by',
    hint: 'Printed with your signature, to say who signed',
    autoComplete: 'name',
    signed: true,
  },
  position: {
    type: 'line',
    label: 'Your position',
    reading: 'Position',
    message: 'Position is required',
    autoComplete: 'organization-title',
    signed: true,
  },
  agreementDate: {
    type: 'day',
    label: 'Date of agreement',
    message: 'Agreement date is required',
    format: 'thisDay',
    signed: true,
  },
  specialInstructions: {
    type: 'area',
    label: 'Special instructions',
    hint: 'Anything our drivers should know, such as gate codes or opening hours',
    optional: true,
    portalOnly: true,
  },
} satisfies Record<string, Field>

const sections = {
  1: businessFields,
  3: accountsFields,
  4: buyerFields,
  5: deliveryFields,
} as const

type Sections = typeof sections

export type FieldName = { [Number in keyof Sections]: keyof Sections[Number] }[keyof Sections]

export const fields: Readonly<Record<FieldName, Field>> = {
  ...businessFields,
  ...accountsFields,
  ...buyerFields,
  ...deliveryFields,
}

export type FieldValues = Partial<Record<FieldName, FieldValue>>

export const fieldNames = Object.keys(fields) as FieldName[]

export const isField = (name: string): name is FieldName => Object.hasOwn(fields, name)

/** Returns whether the field belongs to the signature. The signer fills it in, and nobody edits it afterwards. */
export const isSigned = (name: string): boolean => isField(name) && fields[name].signed === true

export const fieldNamesIn = (section: number) =>
  Object.keys(section in sections ? sections[section as keyof Sections] : {}) as FieldName[]

export const formFieldNames = (section: number) =>
  fieldNamesIn(section).filter(
    (name) => !fields[name].portalOnly && fields[name].type !== 'signature',
  )

export const labelOf = ({ label, optional }: Field) => (optional ? `${label} (optional)` : label)

export const readingOf = ({ label, reading = label }: Field) => reading
