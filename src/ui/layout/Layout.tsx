import type { ReactNode } from 'react'
import { ButtonLink } from '#src/ui/fields/Button.tsx'

type LayoutProps = {
  company: Company
  children: ReactNode
  /** Links or buttons at the right of the header. */
  nav?: ReactNode
  /** Measure of the main column: 28, 46 or 75 rem. */
  width?: 'narrow' | 'form' | 'wide'
  /** One more item at the right of the footer. */
  footer?: ReactNode
  /** The page shows the logo large in its middle, so the header has none. */
  bare?: boolean
}

/** The frame of every page: skip link, header, main, footer with help in the same place, and the empty toast region. */
export function Layout({
  company,
  children,
  nav,
  width = 'wide',
  footer,
  bare = false,
}: LayoutProps) {
  return (
    <>
      <a className="skip" href="#main">
        Skip to main content
      </a>
      <header className={bare ? 'masthead masthead-bare' : 'masthead'}>
        {company.sendsNothing && (
          <p className="sends-nothing">
            This copy is for looking at: it sends no emails, webhooks or backups.
          </p>
        )}
        {!bare && (
          <div className="bar">
            <Home company={company} />
            {nav && <nav aria-label="Site">{nav}</nav>}
          </div>
        )}
      </header>
      <main id="main" tabIndex={-1} className={`width-${width}`}>
        {children}
      </main>
      <Footer company={company}>{footer}</Footer>
      <div id="toasts" role="status" aria-live="polite" />
    </>
  )
}

/** The default mark has no letters, so the name stands beside it; a company's own logo says it already. */
function Home({ company }: { company: Company }) {
  return (
    <a className="brand" href="/">
      <Logo company={company} />
      {company.logo === defaultLogo && <span aria-hidden="true">{company.name}</span>}
    </a>
  )
}

function Footer({ company, children }: { company: Company; children?: ReactNode }) {
  return (
    <footer className="foot">
      <p>
        Need help? <a href={`mailto:${company.salesEmail}`}>{company.salesEmail}</a>
        {company.telephone && (
          <a href={`tel:${company.telephone.replace(/[^+\d]/g, '')}`}>{company.telephone}</a>
        )}
      </p>
      <p>
        {children}
        {company.privacyUrl && <a href={company.privacyUrl}>Privacy</a>}
      </p>
      {company.legal && (
        <p className="foot-legal">
          {company.name} · {company.legal}
        </p>
      )}
    </footer>
  )
}

/**
 * The company's logo in a box of fixed size, so a late image moves nothing. `picture` stops React from preloading it. A
 * custom logo gets a white plate in the dark theme.
 */
export function Logo({ company, size = 'small' }: { company: Company; size?: 'small' | 'large' }) {
  const own = company.logo !== defaultLogo
  const [height, width] = own ? ownBoxes[size] : markBoxes[size]
  return (
    <picture>
      <img
        className={own ? 'logo logo-plate' : 'logo'}
        src={company.logo}
        alt={company.name}
        width={width}
        height={height}
      />
    </picture>
  )
}

/** Height and width in CSS pixels. A wide logo has to fit between the two ends of the dial at 320 px. */
const ownBoxes = { small: [44, 176], large: [64, 184] } as const
const markBoxes = { small: [44, 44], large: [96, 96] } as const

/** The way back to the landing page, in the header of every screen that people enter from it. */
export function HomeLink() {
  return (
    <ButtonLink variant="ghost" href="/">
      Home
    </ButtonLink>
  )
}

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
  /** The installation is a copy for looking at. */
  sendsNothing: boolean
}

/** The mark that stands in until the operator sets COMPANY_LOGO. It has no letters in it. */
export const defaultLogo = '/logo.svg'
