import type { ReactNode } from 'react'
import { type Company, defaultLogo } from './company.ts'
import { Logo } from './Logo.tsx'

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
