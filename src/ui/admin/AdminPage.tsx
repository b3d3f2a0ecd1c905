import type { ReactNode } from 'react'
import { Button, ButtonLink } from '#src/ui/fields/Button.tsx'
import { TextField } from '#src/ui/fields/Field.tsx'
import { type Company, HomeLink, Layout } from '#src/ui/layout/Layout.tsx'
import type { Toast } from '#src/ui/toasts/toast.ts'

/** `flash` is what was just done, for pages without scripts. */
export function AdminPage({
  company,
  nav,
  flash,
  children,
}: {
  company: Company
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
          <p className="field-error" role="alert" />
          <TextField
            id="ownPassword"
            name="ownPassword"
            type="password"
            label="Your own password"
            required
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
    </Layout>
  )
}

const pages = [
  ['/admin/company', 'Company'],
  ['/admin/company/terms', 'Terms'],
  ['/admin/company/emails', 'Emails'],
  ['/admin/team', 'Team'],
  ['/admin/email-settings', 'Email Settings'],
  ['/admin/integrations', 'Integrations'],
  ['/admin/customers', 'Customers'],
  ['/admin/backups', 'Backups'],
] as const

type SettingsPath = (typeof pages)[number][0]

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
    <AdminPage
      company={company}
      flash={flash}
      nav={
        <ButtonLink variant="ghost" href="/admin/dashboard">
          Back to Dashboard
        </ButtonLink>
      }
    >
      <nav className="tabs settings-nav" aria-label="Settings">
        {pages.map(([href, label]) => (
          <a
            key={href}
            className="tab"
            href={href}
            aria-current={href === current ? 'page' : undefined}
          >
            {label}
          </a>
        ))}
      </nav>
      {children}
    </AdminPage>
  )
}
