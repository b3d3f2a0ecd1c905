import { activityOf, listTeam } from '#src/domain/accounts/team.ts'
import { access } from '#src/domain/actor.ts'
import { noteListRead } from '#src/domain/audit/access-log.ts'
import {
  type ActivityKind,
  activityKinds,
  activityLine,
  activityWords,
} from '#src/forms/admin/activity.ts'
import { newsOf } from '#src/forms/admin/record-cards.ts'
import { Script } from '#src/framework/island.tsx'
import type { Ctx } from '#src/http/context.ts'
import { page } from '#src/http/page.ts'
import { numberIn } from '#src/http/requests/record-request.ts'
import { pageNeeds, requireAdmin } from '#src/http/sessions/admin-session.ts'
import { SettingsPage } from '#src/ui/admin/AdminPage.tsx'
import { Button } from '#src/ui/fields/Button.tsx'
import { SelectField } from '#src/ui/fields/Field.tsx'
import { type Company, Icon } from '#src/ui/layout/Layout.tsx'
import { clockTime, longDay } from '#src/ui/record/dates.ts'
import { ChangeList, RecordCard } from '#src/ui/record/RecordCard.tsx'

export const title = 'Activity'

export const guard = pageNeeds('team')

/** What is mangled counts as absent. */
export function GET(c: Ctx) {
  const { deps } = c.var
  const admin = requireAdmin(c, 'team')
  const names = listTeam(deps).map(({ username }) => username)
  const who = names.find((name) => name === c.req.query('who')) ?? ''
  const what: ActivityKind = activityKinds.find(([kind]) => kind === c.req.query('what'))?.[0] ?? ''
  const before = numberIn(c, 'before')
  const activity = activityOf(deps, { who: who ? [who] : names, what, before })
  const named = activity.entries.flatMap(({ application }) => application ?? [])
  noteListRead(deps, admin, 'activity', named)
  const props = {
    ...activity,
    ...{ names, who, what, isNewest: before === null },
    timezone: deps.env.APP_TIMEZONE,
  }
  return page(ActivityPage, props)
}

type Props = ReturnType<typeof activityOf> & {
  company: Company
  names: string[]
  who: string
  what: ActivityKind
  isNewest: boolean
  timezone: string
}

export default function ActivityPage(props: Props) {
  const { company, names, who, what, isNewest, entries, earlier, timezone } = props
  const query = { ...(who && { who }), ...(what && { what }) }
  return (
    <SettingsPage current="/admin/team" company={company} flash={null}>
      <div className="page-head">
        <p>
          <a className="back" href="/admin/team">
            <Icon name="back" /> Back to Team
          </a>
        </p>
        <h1>{title}</h1>
      </div>
      <div className="sections">
        <form method="get" className="search">
          <SelectField
            id="who"
            name="who"
            label="Person"
            choices={[['', 'Everybody'], ...names.map((name) => [name, name] as const)]}
            defaultValue={who}
          />
          <SelectField
            id="what"
            name="what"
            label="What"
            choices={[['', 'Everything'], ...activityKinds]}
            defaultValue={what}
          />
          <Button type="submit" variant="primary">
            Show
          </Button>
        </form>
        <RecordCard id="activity" title={who || 'Everybody'} wide>
          {!isNewest && (
            <p className="actions no-print">
              <a href={`?${new URLSearchParams(query)}`}>Newest activity</a>
            </p>
          )}
          {entries.length === 0 && <p className="quiet">Nothing yet</p>}
          {daysOf(entries, timezone).map(({ day, runs }) => (
            <section key={day} className="sections-tight" aria-label={day}>
              <h3>{day}</h3>
              <ol className="timeline">
                {runs.map((run) => (
                  <Run key={run[0]?.entry.id} run={run} timezone={timezone} />
                ))}
              </ol>
            </section>
          ))}
          {earlier !== null && (
            <p className="actions no-print">
              <a href={`?${new URLSearchParams({ ...query, before: String(earlier) })}`}>
                Earlier activity
              </a>
            </p>
          )}
        </RecordCard>
      </div>
      <Script name="admin-frame" />
    </SettingsPage>
  )
}

type Entry = Props['entries'][number]

/** `entry` is the newest of equal ones. */
type Line = { entry: Entry; times: number }

/** What one person read in a row is one run. */
function daysOf(entries: Entry[], timezone: string) {
  const days: { day: string; runs: Line[][] }[] = []
  for (const entry of entries) {
    const day = longDay(entry.at, timezone) ?? ''
    if (days.at(-1)?.day !== day) days.push({ day, runs: [] })
    const runs = days.at(-1)?.runs ?? []
    const run = runs.at(-1)
    if (!run?.[0] || !isOneRun(entry, run[0].entry)) runs.push([{ entry, times: 1 }])
    else {
      const line = run.find((other) => isEqual(entry, other.entry))
      if (line) line.times += 1
      else run.push({ entry, times: 1 })
    }
  }
  return days
}

const isRead = ({ section, application }: Entry) => section === access && application !== null

const isOneRun = (one: Entry, other: Entry) =>
  one.actor === other.actor &&
  one.section === access &&
  ((isRead(one) && isRead(other)) || isEqual(one, other))

const isEqual = (one: Entry, other: Entry) =>
  one.action === other.action &&
  one.application === other.application &&
  one.address === other.address

function Run({ run, timezone }: { run: Line[]; timezone: string }) {
  const lines = run.map((line) => <ActivityLine key={line.entry.id} {...{ line, timezone }} />)
  const [newest] = run
  if (!newest || run.length === 1) return lines
  const { actor, at } = newest.entry
  const read = new Set(run.map(({ entry }) => entry.application)).size
  return (
    <li>
      <details>
        <summary>{`${clockTime(at, timezone)} ${actor} read ${read === 1 ? 'one record' : `${read} records`}`}</summary>
        <ol className="timeline">{lines}</ol>
      </details>
    </li>
  )
}

function ActivityLine({ line: { entry, times }, timezone }: { line: Line; timezone: string }) {
  const { at, application, businessName, address, changes } = entry
  const { before, after, isNamed } = activityWords(entry)
  const business = application && (
    <a href={`/admin/applications/${application}`}>{businessName || application}</a>
  )
  return (
    <li>
      <p>
        <time dateTime={at}>{clockTime(at, timezone)}</time> {before}
        {business && (isNamed ? <> of {business}</> : <> ({business})</>)}
        {after}
        {times > 1 && `, ${times} times`}
        {address && <span className="quiet">{`, from ${address}`}</span>}
      </p>
      <ChangeList
        changes={newsOf(changes)
          .filter(({ field }) => field !== 'frozenData')
          .map(activityLine)}
      />
    </li>
  )
}
