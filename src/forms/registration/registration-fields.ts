import type { FieldName } from './field-names.ts'

export { type FieldName, fieldNames } from './field-names.ts'

/** How a field is drawn: texts, control and what the browser may fill in. One table for the form, portal, admin, PDF. */
export type FieldDrawing = {
  label: string
  /** Stands in for the label where the answer is read, when the label is a question or an instruction. */
  reading?: string
  hint?: string
  control?: 'area' | 'email' | 'tel' | 'day' | 'types' | 'accountType' | 'yesNo'
  autoComplete?: string
  width?: 'code' | 'number' | 'phone' | 'line'
  /** Shown in capitals on a phone's keyboard. */
  capitals?: true
  /** May stay empty: its label says "(optional)". */
  optional?: true
}

const phone = { control: 'tel', width: 'phone' } as const
const code = { width: 'code', capitals: true, autoComplete: 'off' } as const

/** Every field's drawing by its name. */
export const fieldDrawings: Record<FieldName, FieldDrawing> = {
  accountType: {
    label: 'What type of account do you want?',
    reading: 'Account type',
    hint: 'Credit: you pay on agreed terms. Cash: you pay upfront.',
    control: 'accountType',
  },
  businessName: {
    label: 'Business name',
    hint: 'As registered, or your trading name',
    autoComplete: 'organization',
  },
  businessAddress: {
    label: 'Business address',
    hint: 'Building, street, town and county',
    control: 'area',
    autoComplete: 'section-business street-address',
  },
  postCode: { label: 'Post code', ...code, autoComplete: 'section-business postal-code' },
  telephone: {
    label: 'Telephone',
    hint: 'Include the area code, or start with +44',
    ...phone,
    autoComplete: 'section-business work tel',
  },
  fax: { label: 'Fax', ...phone, autoComplete: 'section-business fax tel', optional: true },
  mainEmail: {
    label: 'Main email',
    hint: 'We write to this address about your application, and you sign in with it',
    control: 'email',
    autoComplete: 'section-business work email',
  },
  mobile: { label: 'Mobile number', ...phone, autoComplete: 'section-business mobile tel' },
  coRegistration: {
    label: 'Company registration number',
    hint: '8 characters, such as 01234567 or SC123456. If you have none, write "Not registered"',
    ...code,
  },
  dateIncorporation: {
    label: 'Date of incorporation',
    hint: 'Not incorporated? Enter the day you started trading',
    control: 'day',
  },
  vatNo: {
    label: 'VAT number',
    hint: '9 digits, sometimes after GB. If you have none, write "Not registered"',
    ...code,
  },
  eoriNumber: {
    label: 'EORI number',
    hint: 'GB or XI and 12 digits. If you have none, write "Not registered"',
    ...code,
  },
  businessEstablished: {
    label: 'How many years has the business been established?',
    reading: 'Years established',
    hint: 'A number of years, or the year it started',
    width: 'number',
    autoComplete: 'off',
  },
  businessTypes: { label: 'Business type', hint: 'Select all that apply', control: 'types' },
  previousAddress: {
    label: 'Previous address (if under 2 years at the present address)',
    reading: 'Previous address',
    hint: 'The address before this one',
    control: 'area',
    autoComplete: 'section-previous street-address',
  },
  accountsContact: {
    label: 'Accounts contact',
    hint: 'Who we speak to about invoices',
    autoComplete: 'section-accounts billing name',
  },
  invoiceAddress: {
    label: 'Invoice address',
    control: 'area',
    autoComplete: 'section-accounts billing street-address',
  },
  invoicePostCode: {
    label: 'Invoice post code',
    ...code,
    autoComplete: 'section-accounts billing postal-code',
  },
  accountsTelephone: {
    label: 'Accounts telephone',
    ...phone,
    autoComplete: 'section-accounts work tel',
  },
  accountsFax: {
    label: 'Accounts fax',
    ...phone,
    autoComplete: 'section-accounts fax tel',
    optional: true,
  },
  invoiceEmail: {
    label: 'Email for invoices',
    control: 'email',
    autoComplete: 'section-accounts work email',
  },
  financialEmail: {
    label: 'Email for statements and credit matters',
    control: 'email',
    autoComplete: 'off',
  },
  invoiceQueriesEmail: {
    label: 'Email for invoice queries',
    control: 'email',
    autoComplete: 'off',
  },
  poMandatory: {
    label: 'Must our invoices quote a purchase order number?',
    reading: 'Purchase order number needed on invoices',
    control: 'yesNo',
    optional: true,
  },
  buyerName: { label: 'Buyer name', autoComplete: 'section-buyer name' },
  buyerEmail: {
    label: 'Buyer email',
    control: 'email',
    autoComplete: 'section-buyer work email',
  },
  buyerTelephone: { label: 'Buyer telephone', ...phone, autoComplete: 'section-buyer work tel' },
  buyerFax: {
    label: 'Buyer fax',
    ...phone,
    autoComplete: 'section-buyer fax tel',
    optional: true,
  },
  buyerMobile: { label: 'Buyer mobile', ...phone, autoComplete: 'section-buyer mobile tel' },
  siteContact: {
    label: 'Site contact',
    hint: 'Who receives deliveries',
    autoComplete: 'section-delivery shipping name',
  },
  deliveryAddress: {
    label: 'Delivery address',
    hint: 'Deliveries arrive between 8 am and 6 pm',
    control: 'area',
    autoComplete: 'section-delivery shipping street-address',
  },
  deliveryPostCode: {
    label: 'Delivery post code',
    ...code,
    autoComplete: 'section-delivery shipping postal-code',
  },
  deliveryTelephone: {
    label: 'Delivery telephone',
    ...phone,
    autoComplete: 'section-delivery shipping work tel',
  },
  deliveryFax: {
    label: 'Delivery fax',
    ...phone,
    autoComplete: 'section-delivery shipping fax tel',
    optional: true,
  },
  deliveryEmail: {
    label: 'Delivery email',
    control: 'email',
    autoComplete: 'section-delivery shipping work email',
  },
  deliveryMobile: {
    label: 'Delivery mobile',
    ...phone,
    autoComplete: 'section-delivery shipping mobile tel',
  },
  position: { label: 'Your position', autoComplete: 'organization-title' },
  agreementDate: { label: 'Date of agreement', control: 'day' },
}

/** The label as it stands above the control. */
export const labelOf = ({ label, optional }: FieldDrawing) =>
  optional ? `${label} (optional)` : label
