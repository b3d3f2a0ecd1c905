/** What every page knows of the supplier; all of it comes from the environment. */
export type Company = {
  name: string
  /** Address of the logo on this server. */
  logo: string
  salesEmail: string
  privacyUrl: string | null
}

/** The mark that stands in until the operator sets COMPANY_LOGO. It has no letters in it. */
export const defaultLogo = '/logo.svg'
