import type { SubmissionResult } from '@conform-to/react'
import { type ReactNode, use } from 'react'
import { mayDo, type Role } from '#src/forms/admin/roles.ts'
import { ButtonLink } from '#src/ui/fields/Button.tsx'
import { ErrorSummary } from '#src/ui/fields/ErrorSummary.tsx'
import { SignedInAs } from '#src/ui/fields/Field.tsx'
import { type Company, HomeLink, Icon, Layout } from '#src/ui/layout/Layout.tsx'
import { SignInAgain } from '#src/ui/sign-in/SignInAgain.tsx'
import { adminToasts } from '#src/ui/toasts/admin-texts.ts'
import type { Toast } from '#src/ui/toasts/toast.ts'
import { ConfirmsWith } from './OwnPassword.tsx'

/** `flash` says what was just done. */
export function AdminPage({
  company,
  reader,
  nav,
  flash,
  leavesAfter = 0,
  holdsTyping = false,
  children,
}: {
  company: Company
  /** `null` for staff who may open no other page. */
  reader: Role | null
  nav?: ReactNode
  flash?: Toast | null
  /** Milliseconds until the sign-in, once the session has ended. */
  leavesAfter?: number
  /** Whether the page holds unsaved input or something that is shown only once, so that leaving asks first. */
  holdsTyping?: boolean
  children: ReactNode
}) {
  const username = use(SignedInAs)
  const isOver = username === ''
  return (
    <Layout
      company={company}
      flash={flash ?? null}
      session={{
        holdsTyping: holdsTyping || isOver,
        isOver,
        check: '/api/admin/me',
        signIn: '/admin',
        opensAgain: true,
        leavesAfter,
        ended: null,
        logout: {
          page: '/admin/dashboard',
          action: 'logout',
          call: '/api/admin/logout',
          done: adminToasts.signedOut,
          failed: adminToasts.signOutFailed,
        },
        username,
        provider: company.provider,
      }}
      nav={
        <>
          {nav}
          {links
            .filter(([, , right]) => reader && mayDo(reader, right))
            .filter(([href]) => !nav || href !== '/admin/email-settings')
            .map(([href, label]) => (
              <ButtonLink key={href} variant="ghost" href={href}>
                {label}
              </ButtonLink>
            ))}
          <HomeLink />
        </>
      }
    >
      <div data-private="">
        {isOver && (
          <div className="notice notice-bad" role="alert">
            <SignInAgain href="/admin" button="the same button" />
          </div>
        )}
        <ConfirmsWith value={company.provider}>{children}</ConfirmsWith>
      </div>
    </Layout>
  )
}

const links = [
  ['/admin/email-settings', 'Email Settings', 'settings'],
  ['/admin/company', 'Settings', 'settings'],
  ['/admin/account', 'My account', 'account'],
] as const

export const BackToDashboard = () => (
  <ButtonLink variant="ghost" href="/admin/dashboard">
    Dashboard
  </ButtonLink>
)

/** The settings that everybody needs come first, then those that many never need. */
const pages = [
  [
    ['/admin/company', 'Company'],
    ['/admin/email-settings', 'Email'],
    ['/admin/sign-in', 'Sign-in'],
    ['/admin/team', 'Team'],
  ],
  [
    ['/admin/company/terms', 'Terms'],
    ['/admin/company/emails', 'Email wording'],
    ['/admin/integrations', 'Integrations'],
    ['/admin/customers', 'Customers'],
    ['/admin/privacy', 'Privacy'],
    ['/admin/backups', 'Backups'],
  ],
] as const

type SettingsPath = (typeof pages)[number][number][0]

export function SettingsPage({
  current,
  company,
  flash,
  lastResult,
  faults,
  holdsTyping = lastResult !== undefined,
  children,
}: {
  current: SettingsPath
  company: Company
  flash: Toast | null
  /** Whether the page shows a form again, so that leaving asks first. */
  lastResult?: SubmissionResult | undefined
  /** The errors of the form, by the ids of its controls. */
  faults?: Record<string, string>
  /** The same as on `AdminPage`. */
  holdsTyping?: boolean
  children: ReactNode
}) {
  return (
    <AdminPage
      company={company}
      // Only administrators may open these pages.
      reader="administrator"
      flash={flash}
      holdsTyping={holdsTyping}
      nav={<BackToDashboard />}
    >
      <nav className="settings-nav" aria-label="Settings">
        {pages.map((group) => (
          <ul key={group[0][0]}>
            {group.map(([href, label]) => (
              <li key={href}>
                <a className="tab" href={href} aria-current={href === current ? 'page' : undefined}>
                  {label}
                </a>
              </li>
            ))}
          </ul>
        ))}
      </nav>
      {faults && <ErrorSummary faults={faults} />}
      {children}
    </AdminPage>
  )
}

/** Renders the head of a page that has one form of a settings page. */
export const FormHead = ({
  title,
  back: [href, label],
  children,
}: {
  title: string
  back: readonly [href: string, label: string]
  children?: ReactNode
}) => (
  <div className="page-head">
    <p>
      <a className="back" href={href}>
        <Icon name="back" /> {`Back to ${label}`}
      </a>
    </p>
    <h1>{title}</h1>
    {children && <p className="lead">{children}</p>}
  </div>
)
