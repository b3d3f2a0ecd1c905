import { askForDrill } from '#src/domain/backup/drill.ts'
import { localBackups } from '#src/domain/backup/schedule.ts'
import type { ComparedBackup, HeldDrill, OffSite } from '#src/domain/backup/state.ts'
import { drillTrouble, lateOffSite, nextDrill, offSite } from '#src/domain/backup/state.ts'
import { Script } from '#src/framework/island.tsx'
import type { Ctx } from '#src/http/context.ts'
import { page } from '#src/http/page.ts'
import { actions, type FailedPost } from '#src/http/requests/actions.ts'
import { pageNeeds, requireAdmin } from '#src/http/sessions/admin-session.ts'
import { SettingsPage } from '#src/ui/admin/AdminPage.tsx'
import { counted } from '#src/ui/admin/CustomersImport.tsx'
import { Button, ButtonLink } from '#src/ui/fields/Button.tsx'
import type { Company } from '#src/ui/layout/Layout.tsx'
import { longTime } from '#src/ui/record/dates.ts'
import { RecordCard } from '#src/ui/record/RecordCard.tsx'
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

/** `newest` and `last` are ISO instants, all others UTC milliseconds. */
export type Backups = {
  local: { count: number; newest: string | null }
  offSite: OffSite | null
  isLate: boolean
  drill: { trouble: 'failed' | 'overdue'; last: string | null } | null
  /** When the next one runs by itself; `null` for within minutes. */
  nextDrill: number | null
  timezone: string
}

export function BackupNotices({
  offSite,
  isLate,
  drill,
  timezone,
  sendsNothing,
}: Backups & { sendsNothing: boolean }) {
  const { failed } = offSite ?? {}
  return (
    <>
      {!offSite && !sendsNothing && (
        <p className="notice notice-warn">
          No off-site backup is set up. If the server’s disk is lost, every backup on it is lost,
          too. Please ask the person who runs the server to set BACKUP_REPOSITORY.
        </p>
      )}
      {failed && (
        <p className="notice notice-bad">
          {`The off-site backup on ${time(failed.at, timezone)} failed: ${failed.reason}. Please tell the person who runs the server.`}
        </p>
      )}
      {isLate && !failed && (
        <p className="notice notice-bad">
          The next off-site backup is late. Please tell the person who runs the server.
        </p>
      )}
      {offSite?.drill.failed && (
        <p className="notice notice-bad">
          {`The recovery drill on ${time(offSite.drill.failed.at, timezone)} failed: ${offSite.drill.failed.reason}. Please tell the person who runs the server.`}
        </p>
      )}
      {drill?.trouble === 'overdue' && (
        <p className="notice notice-bad">
          A recovery drill is overdue. There should be one every week.
        </p>
      )}
    </>
  )
}

export function LocalBackups({ local, timezone }: Pick<Backups, 'local' | 'timezone'>) {
  const { count, newest } = local
  return (
    <RecordCard
      id="local-backups"
      title="On the server"
      rows={[
        { label: 'Last backup', value: newest ? longTime(newest, timezone) : 'None yet' },
        { label: 'Kept', value: counted(count, 'backup') },
        { label: 'Made', value: 'Every 6 hours' },
      ]}
    />
  )
}

export function OffSiteBackup({ offSite, timezone }: { offSite: OffSite; timezone: string }) {
  const { repository, sent, forgot } = offSite
  return (
    <RecordCard
      id="off-site-backup"
      title="Off-site backup"
      rows={[
        { label: 'Last backup', value: sent ? time(sent.at, timezone) : 'None yet' },
        { label: 'Where', value: <code>{repository}</code> },
        { label: 'Made', value: 'Every hour, and within five minutes of a signature or decision' },
        { label: 'Kept', value: '37 days' },
      ]}
    >
      {forgot?.reason && (
        <p className="quiet">{`Older backups could not be removed: ${forgot.reason}`}</p>
      )}
    </RecordCard>
  )
}

export function RecoveryDrill({
  drill: { held, askedAt },
  nextDrill,
  timezone,
}: {
  drill: OffSite['drill']
  nextDrill: number | null
  timezone: string
}) {
  return (
    <RecordCard
      wide
      id="recovery-drill"
      title="Recovery drill"
      rows={[
        { label: 'Last one that held', value: held ? time(held.at, timezone) : 'None yet' },
        {
          label: 'Next one',
          value: nextDrill === null ? 'Within minutes' : `From ${time(nextDrill, timezone)}`,
        },
        ...(held ? factsOf(held, timezone) : []),
      ]}
    >
      <p className="quiet">
        A drill fetches the newest and the oldest off-site backup, opens them, checks every page,
        and compares every event and signed document with the data here. It changes nothing.
      </p>
      {askedAt === null ? (
        <form method="post" className="actions no-print">
          <Button type="submit" variant="primary" name="action" value="drill">
            Run the Drill Now
          </Button>
        </form>
      ) : (
        <>
          <p role="status">{`A drill was asked for on ${time(askedAt, timezone)} and has not ended.`}</p>
          <div className="actions no-print">
            <ButtonLink href="/admin/backups">Show Progress</ButtonLink>
          </div>
        </>
      )}
    </RecordCard>
  )
}

const factsOf = ({ backups, took }: HeldDrill, timezone: string) => [
  ...backups.map((backup, at) => ({
    label: at === 0 ? 'Newest backup' : 'Oldest backup',
    value: compared(backup, timezone),
  })),
  { label: 'Time it took', value: counted(Math.max(1, Math.round(took / 1000)), 'second') },
]

const compared = ({ madeAt, bytes, events, documents }: ComparedBackup, timezone: string) =>
  `${time(madeAt, timezone)}, ${(bytes / 2 ** 20).toFixed(1)} MB, ${counted(events, 'event')}, ${counted(documents, 'signed document')}`

const time = (at: number, timezone: string) => longTime(new Date(at).toISOString(), timezone)
