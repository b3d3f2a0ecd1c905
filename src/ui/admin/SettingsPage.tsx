import type { ReactNode } from 'react'
import { ButtonLink } from '#src/ui/fields/Button.tsx'
import type { Company } from '#src/ui/layout/Layout.tsx'
import type { Toast } from '#src/ui/toasts/toast.ts'
import { AdminPage } from './AdminPage.tsx'

/** The pages of the settings area, in the order of its navigation. */
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

export type SettingsPath = (typeof pages)[number][0]

/** The frame of the settings area: its navigation with the current page marked, and the way back to the dashboard. */
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
