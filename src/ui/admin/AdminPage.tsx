import type { ReactNode } from 'react'
import { mayDo, type Role } from '#src/forms/admin/roles.ts'
import { Button, ButtonLink } from '#src/ui/fields/Button.tsx'
import { TextField, Username } from '#src/ui/fields/Field.tsx'
import { type Company, HomeLink, Layout } from '#src/ui/layout/Layout.tsx'
import { SessionEnded } from '#src/ui/sign-in/SignInAgain.tsx'
import type { Toast } from '#src/ui/toasts/toast.ts'

/** `flash` is what was just done, for pages without scripts. */
export function AdminPage({
  company,
  reader,
  nav,
  flash,
  children,
}: {
  company: Company
  /** `null` for who may open no other page. */
  reader: Role | null
  nav?: ReactNode
  flash?: Toast | null
  children: ReactNode
}) {
  return (
    <Layout
      company={company}
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
          <form id="logout" method="post" action="/admin/dashboard">
            <Button small type="submit" name="action" value="logout">
              Logout
            </Button>
          </form>
        </>
      }
    >
      <p className="checking" id="checking" role="status" />
      {flash && (
        <div
          id="flash"
          data-toast={JSON.stringify(flash)}
          className={flash.kind === 'success' ? 'notice notice-good' : 'notice notice-bad'}
          role={flash.kind === 'success' ? 'status' : 'alert'}
        >
          <strong>{flash.title}</strong>
          {flash.text && <p>{flash.text}</p>}
        </div>
      )}
      <div data-private="">{children}</div>
      <dialog className="dialog" id="ask-password" aria-labelledby="ask-password-title">
        <form method="dialog">
          <h2 id="ask-password-title">Confirm your password</h2>
          <p>You last entered it more than ten minutes ago.</p>
          {company.provider && (
            <p>
              You have no password here?{' '}
              <a href="/api/admin/sign-in?for=confirm" target="_blank" rel="noopener">
                {`Confirm with ${company.provider}`}
              </a>{' '}
              (opens a new tab), then come back and press Confirm.
            </p>
          )}
          <p className="field-error" role="alert" />
          <Username />
          <TextField
            id="ownPassword"
            name="ownPassword"
            type="password"
            label="Your own password"
            required={company.provider === null}
            autoComplete="current-password"
          />
          <div className="actions">
            <Button type="submit" variant="primary" value="confirm">
              Confirm
            </Button>
            <Button type="submit" value="" formNoValidate>
              Cancel
            </Button>
          </div>
        </form>
      </dialog>
      <SessionEnded signIn="/admin" />
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
