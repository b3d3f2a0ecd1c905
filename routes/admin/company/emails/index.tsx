import { listWordings, type WordingGroup } from '#src/domain/mailing/wordings.ts'
import type { Ctx } from '#src/http/context.ts'
import { page } from '#src/http/page.ts'
import { pageNeeds } from '#src/http/sessions/admin-session.ts'
import { SettingsPage } from '#src/ui/admin/AdminPage.tsx'
import { type Company, PageHead } from '#src/ui/layout/Layout.tsx'

export const title = 'Email wording'

export const guard = pageNeeds('settings')

export const GET = (c: Ctx) => page(EmailsPage, { groups: listWordings(c.var.deps) })

type PageProps = { company: Company; groups: WordingGroup[] }

export default function EmailsPage({ company, groups }: PageProps) {
  return (
    <SettingsPage current="/admin/company/emails" company={company} flash={null}>
      <PageHead title={title}>
        Change the subject and the wording of each email. Details and links are filled in
        automatically.
      </PageHead>
      <div className="sections">
        {groups.map((group) => (
          <Group key={group.title} {...group} />
        ))}
      </div>
    </SettingsPage>
  )
}

function Group({ title, isRarelyChanged, emails }: WordingGroup) {
  const id = emails[0]?.kind
  const list = (
    <ul className="sessions" aria-labelledby={id}>
      {emails.map(({ kind, name, sent, isOwn }) => (
        <li key={kind}>
          <div>
            <a href={`/admin/company/emails/${kind}`}>{name}</a>
            <p className="hint">{sent}</p>
          </div>
          {isOwn ? (
            <strong>Your own wording</strong>
          ) : (
            <span className="quiet">Standard wording</span>
          )}
        </li>
      ))}
    </ul>
  )
  return (
    <section className="card">
      {isRarelyChanged ? (
        <details open={emails.some(({ isOwn }) => isOwn)}>
          <summary id={id}>{`${title} (${emails.length})`}</summary>
          {list}
        </details>
      ) : (
        <>
          <div className="card-head">
            <h2 id={id}>{title}</h2>
          </div>
          {list}
        </>
      )}
    </section>
  )
}
