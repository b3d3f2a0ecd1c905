import { type ReactNode, use } from 'react'
import { mailtoLink } from '#src/forms/email-address.ts'
import { ButtonLink } from '#src/ui/fields/Button.tsx'
import type { Toast } from '#src/ui/toasts/toast.ts'
import { FrameIslandsContext, type SessionProps } from './frame-islands.ts'

type LayoutProps = {
  company: Company
  children: ReactNode
  nav?: ReactNode
  /** 28, 46 or 75 rem */
  width?: 'narrow' | 'form' | 'wide'
  footer?: ReactNode
  /** Whether the page shows the logo itself. */
  bare?: boolean
  /** Says what was just done; `null` for a page that may show a toast later. Without it the page has no toasts. */
  flash?: Toast | null | undefined
  /** The session of a page that needs one, with Logout and the check. */
  session?: SessionProps
}

export function Layout({
  company,
  children,
  nav,
  width = 'wide',
  footer,
  bare = false,
  flash,
  session,
}: LayoutProps) {
  const islands = use(FrameIslandsContext)
  const Toasts = flash === undefined ? null : islands?.toasts
  const Session = islands?.session
  return (
    <>
      <a className="skip" href="#main">
        Skip to main content
      </a>
      <header className={bare ? 'masthead masthead-bare' : 'masthead'}>
        {company.sendsNothing && (
          <p className="sends-nothing">
            This copy is for viewing only: it sends no emails, webhooks or backups.
          </p>
        )}
        {!bare && (
          <div className="bar">
            <Home company={company} />
            {nav && (
              <nav aria-label="Site">
                {nav}
                {Session && session && <Session {...session} />}
              </nav>
            )}
          </div>
        )}
      </header>
      <main id="main" tabIndex={-1} className={`width-${width}`}>
        {Toasts && <Toasts flash={flash ?? null} />}
        {children}
      </main>
      <Footer company={company}>{footer}</Footer>
      {!Toasts && <div id="toasts" role="status" aria-live="polite" />}
    </>
  )
}

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
        Need help? <a href={mailtoLink(company.salesEmail)}>{company.salesEmail}</a>
        {company.telephone && (
          <a href={`tel:${company.telephone.replace(/[^+\d]/g, '')}`}>{company.telephone}</a>
        )}
      </p>
      <p>
        {children}
        {company.privacyUrl && <a href={company.privacyUrl}>Privacy</a>}
        <a href="/accessibility">Accessibility</a>
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
 * Renders the logo in a box of fixed size, so that a late image moves nothing. `picture` stops React from preloading
 * it.
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

/** Height and width in CSS pixels. A wide logo fits between the ends of the dial on a screen of 320 px. */
const ownBoxes = { small: [44, 176], large: [64, 184] } as const
const markBoxes = { small: [44, 44], large: [96, 96] } as const

export const PageHead = ({ title, children }: { title: string; children: ReactNode }) => (
  <div className="page-head">
    <h1>{title}</h1>
    <p className="lead">{children}</p>
  </div>
)

export function HomeLink() {
  return (
    <ButtonLink variant="ghost" href="/">
      Home
    </ButtonLink>
  )
}

export type Company = {
  name: string
  logo: string
  /** `#rrggbb`; `null` for the built-in colours. */
  accent: string | null
  salesEmail: string
  privacyUrl: string | null
  telephone: string | null
  /** The registered address and numbers in one line, or ''. */
  legal: string
  provider: string | null
  sendsNothing: boolean
}

export const defaultLogo = '/logo.svg'

const paths = {
  back: 'M19 12H5m6-6-6 6 6 6',
  check: 'm4 12.5 5 5L20 6.5',
  download: 'M12 4v11m-5-5 5 5 5-5M4 20h16',
  edit: 'M4 20l1-4L16.5 4.5l3 3L8 19z M14 7l3 3',
} as const

type IconName = keyof typeof paths

/** A decorative sign, which is always next to words and never replaces them. */
export function Icon({ name }: { name: IconName }) {
  return (
    <svg className="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path d={paths[name]} />
    </svg>
  )
}
