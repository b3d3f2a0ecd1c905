import { askForDrill } from '#src/domain/backup/drill.ts'
import { localBackups } from '#src/domain/backup/local.ts'
import { drillTrouble, lateOffSite, nextDrill, offSite } from '#src/domain/backup/state.ts'
import { Script } from '#src/framework/island.tsx'
import type { Ctx } from '#src/http/context.ts'
import { page } from '#src/http/page.ts'
import { actions, type FailedPost } from '#src/http/requests/actions.ts'
import { pageNeeds, requireAdmin } from '#src/http/sessions/admin-session.ts'
import { SettingsPage } from '#src/ui/admin/AdminPage.tsx'
import {
  BackupNotices,
  type Backups,
  LocalBackups,
  OffSiteBackup,
  RecoveryDrill,
} from '#src/ui/admin/backups/BackupCards.tsx'
import type { Company } from '#src/ui/layout/Layout.tsx'
import type { Toast } from '#src/ui/toasts/toast.ts'

export const title = 'Backups'

export const guard = pageNeeds('settings')

const path = '/admin/backups'

const begun: Toast = { kind: 'success', title: 'The drill begins within a minute' }

export const GET = (c: Ctx) => backupsPage(c, c.req.query('done') === 'drill' ? begun : null)

export const POST = actions(
  {
    drill(c) {
      askForDrill(c.var.deps, requireAdmin(c, 'settings'))
      return `${path}?done=drill`
    },
  },
  (c: Ctx, { status, message }: FailedPost) =>
    backupsPage(c, { kind: 'error', title: 'Error', text: message }, status),
)

type PageProps = { company: Company; backups: Backups; flash: Toast | null }

/** Backups on the server and off the machine, and the recovery drill. */
export default function BackupsPage({ company, backups, flash }: PageProps) {
  const { local, offSite, nextDrill, timezone } = backups
  return (
    <SettingsPage current={path} company={company} flash={flash}>
      <div className="page-head">
        <h1>{title}</h1>
        <p className="lead">Where copies of the data are, and whether they bring it back.</p>
      </div>
      <div className="sections">
        <BackupNotices {...backups} sendsNothing={company.sendsNothing} />
        <div className="cards">
          {offSite?.sent && (
            <RecoveryDrill drill={offSite.drill} nextDrill={nextDrill} timezone={timezone} />
          )}
          {offSite && <OffSiteBackup offSite={offSite} timezone={timezone} />}
          <LocalBackups local={local} timezone={timezone} />
        </div>
      </div>
      <Script name="admin-frame" />
    </SettingsPage>
  )
}

function backupsPage(c: Ctx, flash: Toast | null, status = 200) {
  const { deps } = c.var
  const backups: Backups = {
    local: localBackups(deps),
    offSite: offSite(deps),
    isLate: lateOffSite(deps) !== null,
    drill: drillTrouble(deps),
    nextDrill: nextDrill(deps),
    timezone: deps.env.APP_TIMEZONE,
  }
  const options = status === 200 ? {} : { status, title: `Error: ${title}` }
  return page(BackupsPage, { backups, flash }, options)
}
