import { type ChangeLine, ChangeList } from '#src/ui/record/ChangeList.tsx'
import { longTime } from '#src/ui/record/dates.ts'
import { RecordCard } from '#src/ui/record/RecordCard.tsx'

/** Something an account did; `at` is an ISO instant in UTC. */
export type ActivityEntry = {
  id: number
  at: string
  action: string
  application: string | null
  address: string | null
  changes: ChangeLine[]
}

/** What an account did, newest first, a page at a time. */
export function ActivityLog({
  path,
  entries,
  isNewest,
  earlier,
  timezone,
}: {
  path: string
  entries: ActivityEntry[]
  isNewest: boolean
  /** Where the earlier entries begin; `null` when these are the first. */
  earlier: number | null
  timezone: string
}) {
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
              <ChangeList changes={changes} />
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
