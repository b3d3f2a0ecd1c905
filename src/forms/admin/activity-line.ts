import { changeLine } from './change-words.ts'

/** One changed value of an event; `terms` can hold whole clauses. */
type Change = { field: string; before: string | null; after: string | null }

/** How many characters of a value the activity shows. */
const mostShown = 300

/** A change as the activity of an account shows it: with a label for every setting, and a long value cut short. */
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

/** By characters: half of a surrogate pair is none. */
const shortened = (text: string) =>
  text.length > mostShown ? `${[...text].slice(0, mostShown).join('').trimEnd()}…` : text
