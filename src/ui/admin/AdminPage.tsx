import { type ReactNode, use } from 'react'
import { mayDo, type Role } from '#src/forms/admin/roles.ts'
import { ButtonLink } from '#src/ui/fields/Button.tsx'
import { SignedInAs } from '#src/ui/fields/Field.tsx'
import { type Company, HomeLink, Layout } from '#src/ui/layout/Layout.tsx'
import { adminToasts } from '#src/ui/toasts/admin-texts.ts'
import type { Toast } from '#src/ui/toasts/toast.ts'

/** `flash` is what was just done, for pages without scripts. */
export function AdminPage({
  company,
  reader,
  nav,
  flash,
  leavesAfter = 0,
  children,
}: {
  company: Company
  /** `null` for who may open no other page. */
  reader: Role | null
  nav?: ReactNode
  flash?: Toast | null
  /** Milliseconds until the sign-in, once the session has ended. */
  leavesAfter?: number
  children: ReactNode
}) {
  return (
    <Layout
      company={company}
      flash={flash ?? null}
      session={{
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
        username: use(SignedInAs),
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
      <div data-private="">{children}</div>
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

/** What everybody sets up, then what many never need. */
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
  children,
}: {
  current: SettingsPath
  company: Company
  flash: Toast | null
  children: ReactNode
}) {
  return (
    // nobody else may open these pages
    <AdminPage company={company} reader="administrator" flash={flash} nav={<BackToDashboard />}>
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
      {children}
    </AdminPage>
  )
}
