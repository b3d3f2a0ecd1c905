import type { Change } from '#db/schema/events.ts'
import { longDate } from '#src/forms/dates.ts'
import { fields, isField } from '#src/forms/fields/fields.ts'
import { readFileLine } from '#src/forms/requests/file-lines.ts'
import { inOneLine } from '#src/forms/text.ts'
import { agreedLabels, poundsText } from './decisions.ts'
import { cardLabel } from './record-cards.ts'

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

/** An event has only the hash of an image. */
const words = (field: string, value: string | null) =>
  /signature$/i.test(field) && value ? 'an image' : value ? inLine(field, value) : 'N/A'

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
