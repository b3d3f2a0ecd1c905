import type { activityOf } from '#src/domain/accounts/team.ts'
import { activityLine } from '#src/forms/admin/change-words.ts'
import { ChangeList } from '#src/ui/record/ChangeList.tsx'
import { longTime } from '#src/ui/record/dates.ts'
import { RecordCard } from '#src/ui/record/RecordCard.tsx'

export function ActivityLog({
  path,
  entries,
  isNewest,
  earlier,
  timezone,
}: {
  path: string
  isNewest: boolean
  timezone: string
} & ReturnType<typeof activityOf>) {
  return (
    <RecordCard id="activity" title="Activity" wide>
      {!isNewest && (
        <p className="actions no-print">
          <a href={`${path}#activity`}>Newest activity</a>
        </p>
      )}
      {entries.length === 0 ? (
        <p className="quiet">Nothing has been done by this account</p>
      ) : (
        <ol className="timeline">
          {entries.map(({ id, at, action, application, address, changes }) => (
            <li key={id}>
              <p>
                <time dateTime={at}>{longTime(at, timezone)}</time> <strong>{action}</strong>
                {application && (
                  <>
                    {', '}
                    <a
                      href={`/admin/applications/${application}`}
                    >{`application ${application}`}</a>
                  </>
                )}
                {address && <span className="quiet">{`, from ${address}`}</span>}
              </p>
              <ChangeList changes={changes.map(activityLine)} />
            </li>
          ))}
        </ol>
      )}
      {earlier !== null && (
        <p className="actions no-print">
          <a href={`${path}?before=${earlier}#activity`}>Earlier activity</a>
        </p>
      )}
    </RecordCard>
  )
}
