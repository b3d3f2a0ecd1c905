import { type EmailWording, listWordings } from '#src/domain/mailing/wordings.ts'
import { Script } from '#src/framework/island.tsx'
import type { Ctx } from '#src/http/context.ts'
import { page } from '#src/http/page.ts'
import { pageNeeds } from '#src/http/sessions/admin-session.ts'
import { SettingsPage } from '#src/ui/admin/AdminPage.tsx'
import type { Company } from '#src/ui/layout/Layout.tsx'

export const title = 'Emails'

export const guard = pageNeeds('settings')

export const GET = (c: Ctx) => page(EmailsPage, { emails: listWordings(c.var.deps) })

type PageProps = { company: Company; emails: EmailWording[] }

export default function EmailsPage({ company, emails }: PageProps) {
  return (
    <SettingsPage current="/admin/company/emails" company={company} flash={null}>
      <div className="page-head">
        <h1>{title}</h1>
        <p className="lead">
          The subject of each email, and the words before and after its facts, can be your own. The
          facts and links stay as they are.
        </p>
      </div>
      <ul className="sessions" aria-label="Emails">
        {emails.map(({ kind, name, sent, isOwn }) => (
          <li key={kind}>
            <div>
              <a href={`/admin/company/emails/${kind}`}>{name}</a>
              <p className="hint">{sent}</p>
            </div>
            {isOwn ? (
              <strong>Your own words</strong>
            ) : (
              <span className="quiet">Original words</span>
            )}
          </li>
        ))}
      </ul>
      <Script name="admin-frame" />
    </SettingsPage>
  )
}
