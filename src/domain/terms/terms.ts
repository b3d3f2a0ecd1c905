import { createHash } from 'node:crypto'
import { type TermsPart, termsHeadings, termsVersion } from './terms-text.ts'

export { termsVersion }

/** A clause with its place in the whole (1 to 51) and the id that a link to it names. */
type NumberedClause = { number: number; id: string; text: string }

/** A heading with its clauses numbered. */
type NumberedPart = { heading: string; slug: string; clauses: NumberedClause[] }

/** The terms with clauses numbered through the headings from 1, ids `clause-1` and on. */
export function numberedTerms(): NumberedPart[] {
  let last = 0
  return termsHeadings.map(({ heading, slug, clauses }) => ({
    heading,
    slug,
    clauses: clauses.map((text) => {
      last += 1
      return { number: last, id: `clause-${last}`, text }
    }),
  }))
}

/** SHA-256, as 64 hex digits, of the terms in force; kept with each signature (rule 53). */
export function termsHash(): string {
  return hashInForce
}

/**
 * SHA-256, as 64 hex digits, of the UTF-8 JSON `[version, [[heading, [clause, ...]], ...]]`
 * without white space. Slugs are left out: they are addresses and nobody signs them.
 */
export function hashTerms(version: string, parts: readonly TermsPart[]): string {
  // arrays and not objects: their order is part of the value, so anybody can compute it again
  const wording = [version, parts.map(({ heading, clauses }) => [heading, clauses])]
  return createHash('sha256').update(JSON.stringify(wording), 'utf8').digest('hex')
}

const hashInForce = hashTerms(termsVersion, termsHeadings)
