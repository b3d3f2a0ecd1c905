import type { Change } from '#db/schema/events.ts'
import { longDate } from '#src/forms/dates.ts'
import { type FieldName, fields, isField, readingOf } from '#src/forms/fields/fields.ts'
import { readFileLine } from '#src/forms/requests/file-lines.ts'
import type { Status } from '#src/forms/statuses.ts'
import { inOneLine } from '#src/forms/text.ts'
import { agreedLabels, poundsText } from './decisions.ts'

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
  reviewRemark: 'Remark on the review',
  closedOn: 'Closed on',
  closingReason: 'Reason for closing',
  frozenData: 'SHA-256 of the document’s data',
  declineReason: 'Reason for declining',
  signer: 'Signer',
  signerEmail: 'Signer’s email address',
  askedBy: 'Asked for by',
  returnNote: 'Note of the signer',
  consent: 'Number of the sentence of consent',
  register: 'Register',
  check: 'Check',
  checkState: 'Result',
  checkNote: 'Note',
  checkFile: 'File',
  question: 'Question',
  answer: 'Answer',
  answerFile: 'File',
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

export const newsOf = <C extends Change>(changes: readonly C[]) =>
  changes.filter(
    ({ field, before, after }) =>
      field !== 'status' &&
      field !== 'request' &&
      (field !== 'customerCode' || before !== null) &&
      (!/^clos(edOn|ingReason)$/.test(field) || after !== null),
  )

export const changeLine = ({ field, before, after, unrecorded }: Change) => ({
  label: changeLabel(field),
  isFolded: field === 'frozenData',
  before: before ? words(field, before) : null,
  after: unrecorded ? 'a value that was not recorded' : words(field, after),
})

/** An event only has the hash of an image. */
function words(field: string, value: string | null): string {
  if (!value) return 'N/A'
  return /signature$/i.test(field) ? 'an image' : inLine(field, value)
}

function inLine(field: string, value: string): string {
  if (field === 'directors') return value.replaceAll('\n', '; ')
  const isAddress = isField(field) && fields[field].type === 'area'
  return isAddress ? inOneLine(value) : changeWords(field, value)
}

export function changeWords(field: string, value: string): string {
  if (field === 'creditLimit') return poundsText(Number(value))
  if (field === 'reviewDate' || field === 'closedOn') return longDate(value)
  if (field === 'isInDocument') return 'Yes'
  if (field === 'checkFile' || field === 'answerFile') return readFileLine(value)?.name ?? value
  if (!isField(field)) return value
  const { type, options = {} } = fields[field]
  if (type === 'day') return longDate(value)
  return Object.hasOwn(options, value) ? (options[value] ?? value) : value
}

export const cameByImport = ({
  status,
  submittedAt,
}: {
  status: Status
  submittedAt: unknown
}): boolean => submittedAt === null && (status === 'approved' || status === 'rejected')
