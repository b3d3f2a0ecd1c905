type Consent = { version: string; business: string | null }

/** The consent of a signature, in the parts around the form's link to the terms. */
export const consentParts = ({ version, business }: Consent) => ({
  before: 'By signing you accept the ',
  link: 'supplier terms',
  after: `, version ${version}, for ${business || 'the business named above'}.`,
})

export function consentSentence(consent: Consent): string {
  const { before, link, after } = consentParts(consent)
  return before + link + after
}
