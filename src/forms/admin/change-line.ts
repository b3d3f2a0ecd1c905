import { changeWords } from './change-words.ts'
import { changeLabel } from './record-cards.ts'

/** One changed field as an event has it. */
type Change = { field: string; before: string | null; after: string | null }

/** A change as people read it: the field's label, the value before, if there was one, and the value after. */
export const changeLine = ({ field, before, after }: Change) => ({
  label: changeLabel(field),
  before: before ? words(field, before) : null,
  after: words(field, after),
})

/** An event has only the hash of an image, which tells a reader nothing. */
const words = (field: string, value: string | null) =>
  /signature$/i.test(field) && value ? 'an image' : value ? changeWords(field, value) : 'N/A'
