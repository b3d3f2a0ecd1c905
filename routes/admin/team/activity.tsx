import { activityOf, listTeam } from '#src/domain/accounts/team.ts'
import { type ActivityKind, activityKinds } from '#src/forms/admin/activity.ts'
import { activityLine } from '#src/forms/admin/record-cards.ts'
import { Script } from '#src/framework/island.tsx'
import type { Ctx } from '#src/http/context.ts'
import { page } from '#src/http/page.ts'
import { numberIn } from '#src/http/requests/record-request.ts'
import { pageNeeds, requireAdmin } from '#src/http/sessions/admin-session.ts'
import { SettingsPage } from '#src/ui/admin/AdminPage.tsx'
import { Button } from '#src/ui/fields/Button.tsx'
import { SelectField } from '#src/ui/fields/Field.tsx'
import { Icon } from '#src/ui/layout/Icon.tsx'
import type { Company } from '#src/ui/layout/Layout.tsx'
import { longTime } from '#src/ui/record/dates.ts'
import { ChangeList, RecordCard } from '#src/ui/record/RecordCard.tsx'

export const title = 'Activity'

export const guard = pageNeeds('team')

/** What is mangled counts as absent. */
export function GET(c: Ctx) {
  const { deps } = c.var
  requireAdmin(c, 'team')
  const names = listTeam(deps).map(({ username }) => username)
  const who = names.find((name) => name === c.req.query('who')) ?? ''
  const what: ActivityKind = activityKinds.find(([kind]) => kind === c.req.query('what'))?.[0] ?? ''
  const before = numberIn(c, 'before')
  const props = {
    ...activityOf(deps, { who: who ? [who] : names, what, before }),
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
  const { company, names, who, what, isNewest, groups, earlier, timezone } = props
  const query = { ...(who && { who }), ...(what && { what }) }
  const lines = (entries: Entry[]) =>
    entries.map((entry) => <ActivityEntry key={entry.id} {...{ entry, timezone }} isNamed={!who} />)
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
          {groups.length === 0 ? (
            <p className="quiet">Nothing yet</p>
          ) : (
            <ol className="timeline">
              {groups.map(({ entries }) =>
                entries.length === 1 ? (
                  lines(entries)
                ) : (
                  <li key={entries[0]?.id}>
                    <details>
                      <summary>{`Read ${entries.length} times`}</summary>
                      <ol className="timeline">{lines(entries)}</ol>
                    </details>
                  </li>
                ),
              )}
            </ol>
          )}
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

type Entry = Props['groups'][number]['entries'][number]

function ActivityEntry({
  entry: { at, actor, action, application, businessName, address, changes },
  isNamed,
  timezone,
}: {
  entry: Entry
  isNamed: boolean
  timezone: string
}) {
  return (
    <li>
      <p>
        <time dateTime={at}>{longTime(at, timezone)}</time> {isNamed && `${actor}: `}
        <strong>{action}</strong>
        {application && (
          <>
            {', '}
            <a href={`/admin/applications/${application}`}>{businessName || application}</a>
          </>
        )}
        {address && <span className="quiet">{`, from ${address}`}</span>}
      </p>
      <ChangeList changes={changes.map(activityLine)} />
    </li>
  )
}
