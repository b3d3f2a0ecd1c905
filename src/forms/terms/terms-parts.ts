/** The limits in characters, and the largest number of headings and clauses. */
export const termsLengths = { text: 60_000, heading: 200, clause: 3000, parts: 500 } as const

export type TermsPart = { heading: string; slug: string; clauses: readonly string[] }

type NumberedClause = { number: number; id: string; text: string }

export type NumberedPart = { heading: string; slug: string; clauses: NumberedClause[] }

/** A `void` version never comes into force, because it was withdrawn or a later one for the same day replaced it. */
export type TermsState = 'earlier' | 'in-force' | 'coming' | 'void'

export type TermsListing = {
  version: string
  state: TermsState
  inForceFrom: string | null
  publishedAt: number | null
  publishedBy: string | null
}

export const termsHref = (version: string) =>
  `/terms-conditions?version=${encodeURIComponent(version)}`

type Consent = { version: string; business: string | null }

/** Returns the consent to sign in two parts, around the form's link to the terms. */
export const consentParts = ({ version, business }: Consent) => ({
  before: 'By signing you accept the ',
  link: 'supplier terms',
  after: `, version ${version}, for ${business || 'the business named above'}.`,
})

export function consentSentence(consent: Consent): string {
  const { before, link, after } = consentParts(consent)
  return before + link + after
}
