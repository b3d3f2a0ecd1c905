type Consent = { version: string; business: string | null }

/** What a signature says yes to, in the parts between which the form puts its link to the terms. */
export const consentParts = ({ version, business }: Consent) => ({
  before: 'By signing you accept the ',
  link: 'supplier terms',
  after: `, version ${version}, for ${business || 'the business named above'}.`,
})

export function consentSentence(consent: Consent): string {
  const { before, link, after } = consentParts(consent)
  return before + link + after
}
