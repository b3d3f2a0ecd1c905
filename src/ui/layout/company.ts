/** What every page knows of the supplier. */
export type Company = {
  name: string
  /** Address of the logo on this server. */
  logo: string
  /** `#rrggbb`; `null` for the built-in colours. */
  accent: string | null
  salesEmail: string
  privacyUrl: string | null
  telephone: string | null
  /** Registered address and numbers in one line; '' while none is set. */
  legal: string
}

/** The mark that stands in until the operator sets COMPANY_LOGO. It has no letters in it. */
export const defaultLogo = '/logo.svg'
