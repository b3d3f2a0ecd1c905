import { fields, isField } from '#src/forms/fields/fields.ts'
import { longDate } from '#src/forms/long-date.ts'
import { poundsText } from './agreed-terms.ts'
import { changeLabel } from './record-cards.ts'

type Change = { field: string; before: string | null; after: string | null; unrecorded?: true }

export const changeLine = ({ field, before, after, unrecorded }: Change) => ({
  label: changeLabel(field),
  before: before ? words(field, before) : null,
  after: unrecorded ? 'a value that was not recorded' : words(field, after),
})

/** An event has only the hash of an image. */
const words = (field: string, value: string | null) =>
  /signature$/i.test(field) && value ? 'an image' : value ? changeWords(field, value) : 'N/A'

export function changeWords(field: string, value: string): string {
  if (field === 'creditLimit') return poundsText(Number(value))
  if (field === 'reviewDate') return longDate(value)
  if (field === 'isInDocument') return 'Yes'
  if (!isField(field)) return value
  const { type, options = {} } = fields[field]
  if (type === 'day') return longDate(value)
  return Object.hasOwn(options, value) ? (options[value] ?? value) : value
}

/** Decided, and yet nothing was ever submitted or signed. */
export const cameByImport = ({
  status,
  submittedAt,
}: {
  status: string
  submittedAt: unknown
}): boolean => submittedAt === null && (status === 'approved' || status === 'rejected')

const mostShown = 300

/** For the activity of an account: every setting has a label, long values are cut. */
export function activityLine(change: Change) {
  const { label, before, after } = changeLine(change)
  return {
    label: label === change.field ? labelOf(label) : label,
    before: before && shortened(before),
    after: shortened(after),
  }
}

/** `inForceFrom` is "In force from". */
function labelOf(field: string): string {
  if (field === 'sha256') return 'SHA-256'
  const words = field.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** Half of a surrogate pair is no character. */
const shortened = (text: string) =>
  text.length > mostShown ? `${[...text].slice(0, mostShown).join('').trimEnd()}…` : text
