import { localBackups } from '#src/domain/backup/local-copies.ts'
import type { Failure, HeldDrill, OffSite, TriedBackup } from '#src/domain/backup/state.ts'
import { drillTrouble, lateOffSite, nextDrill, offSite } from '#src/domain/backup/state.ts'
import { counted } from '#src/forms/counted.ts'
import type { Ctx } from '#src/http/context.ts'
import { page } from '#src/http/page.ts'
import { pageNeeds } from '#src/http/sessions/admin-session.ts'
import { SettingsPage } from '#src/ui/admin/AdminPage.tsx'
import { type Company, PageHead } from '#src/ui/layout/Layout.tsx'
import { longTime } from '#src/ui/record/dates.ts'
import { RecordCard } from '#src/ui/record/RecordCard.tsx'

export const title = 'Backups'

export const guard = pageNeeds('settings')

const path = '/admin/backups'

type PageProps = { company: Company; backups: Backups }

/** `newest` and `last` are ISO times, all others UTC milliseconds. */
type Backups = {
  local: { count: number; newest: string | null }
  offSite: OffSite | null
  isLate: boolean
  isDrillOverdue: boolean
  /** When the next one runs by itself; `null` means within minutes. */
  nextDrill: number | null
  timezone: string
}

export function GET(c: Ctx) {
  const { deps } = c.var
  const backups: Backups = {
    local: localBackups(deps),
    offSite: offSite(deps),
    isLate: lateOffSite(deps) !== null,
    isDrillOverdue: drillTrouble(deps)?.trouble === 'overdue',
    nextDrill: nextDrill(deps),
    timezone: deps.env.APP_TIMEZONE,
  }
  return page(BackupsPage, { backups })
}

export default function BackupsPage({ company, backups }: PageProps) {
  const { local, offSite, timezone } = backups
  const { sent, forgot } = offSite ?? {}
  return (
    <SettingsPage current={path} company={company} flash={null}>
      <PageHead title={title}>
        Where your data is backed up, and whether a restore has been tested.
      </PageHead>
      <div className="sections">
        {!offSite && !company.sendsNothing && (
          <p className="notice notice-warn">
            Backups are kept on this server only. If its disk fails, they are lost with it. Please
            ask the person who runs the server to set BACKUP_REPOSITORY.
          </p>
        )}
        {troublesOf(backups).map((words) => (
          <p key={words} className="notice notice-bad">
            {words}
          </p>
        ))}
        <div className="cards">
          {offSite?.sent && <RecoveryDrill {...backups} drill={offSite.drill} />}
          {offSite && (
            <RecordCard
              id="off-site-backup"
              title="Off-site backup"
              rows={[
                { label: 'Last backup', value: sent ? time(sent.at, timezone) : 'None yet' },
                { label: 'Where', value: <code>{offSite.repository}</code> },
                {
                  label: 'Made',
                  value: 'Every hour, and within five minutes of a signature or decision',
                },
                { label: 'Kept', value: '37 days' },
              ]}
            >
              {forgot?.reason && (
                <p className="quiet">{`Older backups could not be removed: ${forgot.reason}`}</p>
              )}
            </RecordCard>
          )}
          <RecordCard
            id="local-backups"
            title="On the server"
            rows={[
              {
                label: 'Last backup',
                value: local.newest ? longTime(local.newest, timezone) : 'None yet',
              },
              { label: 'Kept', value: counted(local.count, 'backup') },
              { label: 'Made', value: 'Every 6 hours' },
            ]}
          />
        </div>
      </div>
    </SettingsPage>
  )
}

function troublesOf({ offSite, isLate, isDrillOverdue, timezone }: Backups): string[] {
  const failed = (what: string, failure: Failure | null | undefined) =>
    failure
      ? [`The ${what} on ${time(failure.at, timezone)} failed: ${failure.reason}. ${askOperator}`]
      : []
  return [
    ...failed('off-site backup', offSite?.failed),
    ...(isLate && !offSite?.failed ? [`The next off-site backup is late. ${askOperator}`] : []),
    ...failed('recovery drill', offSite?.drill.failed),
    ...(isDrillOverdue ? ['A recovery drill is overdue. There should be one every week.'] : []),
  ]
}

const askOperator = 'Please tell the person who runs the server.'

type DrillProps = Pick<Backups, 'nextDrill' | 'timezone'> & { drill: OffSite['drill'] }

function RecoveryDrill({ drill: { held }, nextDrill, timezone }: DrillProps) {
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
        A drill fetches the newest and the oldest off-site backup, opens them, and checks every
        page, event and signed document in them. It changes nothing.
      </p>
    </RecordCard>
  )
}

const factsOf = ({ backups, took }: HeldDrill, timezone: string) => [
  ...backups.map((backup, at) => ({
    label: at === 0 ? 'Newest backup' : 'Oldest backup',
    value: [time(backup.madeAt, timezone), ...contentOf(backup)].join(', '),
  })),
  { label: 'Time it took', value: counted(Math.max(1, Math.round(took / 1000)), 'second') },
]

function contentOf({ bytes, events, documents }: TriedBackup): string[] {
  const size = `${(bytes / 2 ** 20).toFixed(1)} MB`
  if (events === null) return [size, 'made before the key was changed: pages only']
  const history = [size, counted(events, 'event')]
  if (documents === null) return [...history, 'of an earlier version: no documents checked']
  return [...history, counted(documents, 'signed document')]
}

const time = (at: number, timezone: string) => longTime(new Date(at).toISOString(), timezone)
