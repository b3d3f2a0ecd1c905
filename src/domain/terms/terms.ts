import { createHash } from 'node:crypto'
import type { NumberedPart, TermsPart } from '#src/forms/terms/terms-parts.ts'

/** The clauses numbered through the headings from 1, ids `clause-1` and on. */
export function numberedTerms(parts: readonly TermsPart[]): NumberedPart[] {
  let last = 0
  return parts.map(({ heading, slug, clauses }) => ({
    heading,
    slug,
    clauses: clauses.map((text) => {
      last += 1
      return { number: last, id: `clause-${last}`, text }
    }),
  }))
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
