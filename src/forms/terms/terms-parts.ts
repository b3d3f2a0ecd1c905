/** One part of the terms: its heading, its fragment for links, and its clauses in order. */
export type TermsPart = { heading: string; slug: string; clauses: readonly string[] }

/** A clause with its place in the whole, from 1, and the id that a link to it names. */
type NumberedClause = { number: number; id: string; text: string }

/** A heading with its clauses numbered. */
export type NumberedPart = { heading: string; slug: string; clauses: NumberedClause[] }

/** `void` never comes into force: a later one for the same day replaced it, or it was withdrawn. */
export type TermsState = 'earlier' | 'in-force' | 'coming' | 'void'

/** A version as lists name it; the built-in one was published by nobody and has no dates. */
export type TermsListing = {
  version: string
  state: TermsState
  inForceFrom: string | null
  publishedAt: number | null
  publishedBy: string | null
}

/** Words that two versions share, or that only one of them has. */
export type MarkedWords = { text: string; mark: 'same' | 'added' | 'removed' }

/** A heading or clause that differs between two versions; `was` and `number` are its clause numbers, if it has any. */
export type TermsDifference = {
  kind: 'heading' | 'clause'
  was: number | null
  number: number | null
  words: MarkedWords[]
}
