import { type FieldName, fields, readingOf } from '#src/forms/fields/fields.ts'
import type { Status } from '#src/forms/statuses.ts'

export const recordCards: readonly { title: string; fields: readonly FieldName[] }[] = [
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
      'invoiceEmail',
      'financialEmail',
      'invoiceQueriesEmail',
      'invoiceAddress',
      'invoicePostCode',
      'poMandatory',
      'accountsFax',
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
      'deliveryAddress',
      'deliveryPostCode',
      'specialInstructions',
      'deliveryFax',
    ],
  },
]

/** Staff cannot change the business types. */
const editableFields = recordCards
  .flatMap(({ fields }) => fields)
  .filter((name) => name !== 'businessTypes')

export const cardLabel = (name: FieldName) => cardLabels[name] ?? readingOf(fields[name])

/** Labels that differ from the label on the form and from the label of the answer. */
const cardLabels: Partial<Record<FieldName, string>> = {
  businessTypes: 'Business types',
  invoiceEmail: 'Invoice email',
  financialEmail: 'Financial email',
  invoiceQueriesEmail: 'Invoice queries email',
  poMandatory: 'Purchase order mandatory',
}

/** The values as text: 'yes' or 'no' for a switch, and a date without its time. */
type EditValues = Partial<Record<FieldName, string>>

export function editValues(record: Record<string, unknown>): EditValues {
  return Object.fromEntries(editableFields.map((name) => [name, asText(name, record[name])]))
}

/** Returns the values that differ. `null` clears a field. */
export function changedValues(
  record: Record<string, unknown>,
  values: EditValues,
): Partial<Record<FieldName, string | boolean | null>> {
  const before = editValues(record)
  return Object.fromEntries(
    (Object.entries(values) as [FieldName, string][])
      .filter(([name, value]) => lines(value) !== lines(before[name]))
      .map(([name, value]) => [name, value.trim() ? asJson(name, value) : null]),
  )
}

/** Reads the posted fields, and ignores other names. */
export function readEdit(entries: Iterable<[string, FormDataEntryValue]>): EditValues {
  const names = new Set<string>(editableFields)
  return Object.fromEntries(
    [...entries].filter(([name]) => names.has(name)).map(([name, value]) => [name, String(value)]),
  )
}

function asText(name: FieldName, value: unknown): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  return fields[name].type === 'day' ? String(value).slice(0, 10) : String(value)
}

const asJson = (name: FieldName, value: string) =>
  fields[name].type === 'yesNo' ? value === 'yes' : value

/** Browsers post the lines of a text area with CR LF. */
const lines = (value = '') => value.replace(/\r\n/g, '\n').trim()

export const cameByImport = ({
  status,
  submittedAt,
}: {
  status: Status
  submittedAt: unknown
}): boolean => submittedAt === null && (status === 'approved' || status === 'rejected')
