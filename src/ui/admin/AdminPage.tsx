import type { ReactNode } from 'react'
import { Button } from '#src/ui/fields/Button.tsx'
import type { Company } from '#src/ui/layout/company.ts'
import { HomeLink } from '#src/ui/layout/HomeLink.tsx'
import { Layout } from '#src/ui/layout/Layout.tsx'
import type { Toast } from '#src/ui/toasts/toast.ts'

/**
 * The frame of the back office's pages: header links, Logout, the line of the session check, and what was just done
 * when there are no scripts to say it in a toast.
 */
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
          className={flash.kind === 'success' ? 'notice notice-good' : 'notice notice-bad'}
          role={flash.kind === 'success' ? 'status' : 'alert'}
        >
          <strong>{flash.title}</strong>
          {flash.text && <p>{flash.text}</p>}
        </div>
      )}
      <div data-private="">{children}</div>
    </Layout>
  )
}
