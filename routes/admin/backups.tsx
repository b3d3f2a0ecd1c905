import { drillRecord } from '#src/domain/drill/drill-record.ts'
import { askForDrill } from '#src/domain/drill/schedule.ts'
import { localBackups, secondPlaceRecord } from '#src/domain/maintenance/backups-record.ts'
import { discardRow, resendRow } from '#src/domain/outbox/stuck-rows.ts'
import { resendAllDocuments, unsentDocuments } from '#src/domain/second-place/unsent-documents.ts'
import { queuedDocument } from '#src/forms/admin/backup-forms.ts'
import { Script } from '#src/framework/island.tsx'
import type { Ctx } from '#src/http/context.ts'
import { page } from '#src/http/page.ts'
import { actions, type FailedPost } from '#src/http/requests/actions.ts'
import { checkForm } from '#src/http/requests/form-request.ts'
import { pageNeeds, requireAdmin } from '#src/http/sessions/admin-session.ts'
import { BackupNotices } from '#src/ui/admin/backups/BackupNotices.tsx'
import { RecoveryDrill } from '#src/ui/admin/backups/RecoveryDrill.tsx'
import type { Backups } from '#src/ui/admin/backups/records.ts'
import { LocalBackups, SecondPlace } from '#src/ui/admin/backups/SecondPlace.tsx'
import { DocumentCounts, UnsentDocuments } from '#src/ui/admin/backups/UnsentDocuments.tsx'
import { SettingsPage } from '#src/ui/admin/SettingsPage.tsx'
import type { Company } from '#src/ui/layout/company.ts'
import type { Toast } from '#src/ui/toasts/toast.ts'

export const title = 'Backups'

export const guard = pageNeeds('settings')

const path = '/admin/backups'

const flashes = new Map<string, Toast>(
  Object.entries({
    drill: 'The drill has begun',
    resend: 'The document is being sent again',
    'resend-all': 'The documents are being sent again',
    discard: 'The document has been discarded',
  }).map(([action, title]) => [action, { kind: 'success', title }]),
)

export const GET = (c: Ctx) => backupsPage(c, flashes.get(c.req.query('done') ?? ''))

export const POST = actions(
  {
    drill(c) {
      askForDrill(c.var.deps, requireAdmin(c, 'settings'))
      return `${path}?done=drill`
    },
    resend(c, form) {
      const admin = requireAdmin(c, 'settings')
      resendRow(c.var.deps, admin, 'second-place', documentOf(form))
      return `${path}?done=resend`
    },
    discard(c, form) {
      const admin = requireAdmin(c, 'settings')
      discardRow(c.var.deps, admin, 'second-place', documentOf(form))
      return `${path}?done=discard`
    },
    'resend-all'(c) {
      resendAllDocuments(c.var.deps, requireAdmin(c, 'settings'))
      return `${path}?done=resend-all`
    },
  },
  (c: Ctx, { status, message }: FailedPost) =>
    backupsPage(c, { kind: 'error', title: 'Error', text: message }, status),
)

const documentOf = (form: URLSearchParams) => checkForm(queuedDocument, form).document

type PageProps = { company: Company; backups: Backups; flash: Toast | null }

/** Backups on the server and at the second place, what waits to go there, and the recovery drill. */
export default function BackupsPage({ company, backups, flash }: PageProps) {
  const { local, secondPlace, documents, drill, timezone } = backups
  return (
    <SettingsPage current={path} company={company} flash={flash}>
      <div className="page-head">
        <h1>{title}</h1>
        <p className="lead">Where copies of the data are, and whether they bring it back.</p>
      </div>
      <div className="sections">
        <BackupNotices {...backups} />
        <div className="cards">
          {drill && <RecoveryDrill drill={drill} timezone={timezone} />}
          {secondPlace && <SecondPlace secondPlace={secondPlace} timezone={timezone} />}
          <LocalBackups local={local} timezone={timezone} />
          {secondPlace && <DocumentCounts documents={documents} />}
          {documents.listed.length > 0 && (
            <UnsentDocuments documents={documents} timezone={timezone} />
          )}
        </div>
      </div>
      <Script name="admin-frame" />
    </SettingsPage>
  )
}

function backupsPage(c: Ctx, flash: Toast | undefined, status = 200) {
  const { deps } = c.var
  const { listed, ...counts } = unsentDocuments(deps)
  const backups: Backups = {
    local: localBackups(deps),
    secondPlace: secondPlaceRecord(deps),
    documents: {
      ...counts,
      listed: listed.map((row) => ({ ...row, since: new Date(row.since).toISOString() })),
    },
    drill: drillRecord(deps),
    timezone: deps.env.APP_TIMEZONE,
  }
  const options = status === 200 ? {} : { status, title: `Error: ${title}` }
  return page(BackupsPage, { backups, flash: flash ?? null }, options)
}
