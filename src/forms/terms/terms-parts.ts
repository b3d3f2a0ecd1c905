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

/** The number of the sentence below, which must change with its words. A page posts it, to prove which sentence was read. */
export const consentNumber = '2'

/** Frozen in place of the sentence when the application was signed by an API call, which shows no sentence. */
export const consentByCall = 'by call'

/** The consent of a signature, in the parts around the form's link to the terms. */
/** Returns the consent in parts, around the form's link to the terms. */
export function consentParts({ version, business }: Consent) {
  const signsFor = business || 'the business named above'
  return {
    before: `By signing, you confirm that you may sign for ${signsFor}, that the answers are true, and that ${signsFor} accepts the `,
    link: 'supplier terms',
    after: `, version ${version}.`,
  }
}

export function consentSentence(consent: Consent): string {
  const { before, link, after } = consentParts(consent)
  return before + link + after
}
