import type { recentUpdates } from '#src/domain/dashboard/recent-updates.ts'
import { StatusBadge, updateBadge } from '#src/ui/record/application-badge.tsx'
import { longTime } from '#src/ui/record/dates.ts'

const atMost = 5

type UpdatesProps = { updates: ReturnType<typeof recentUpdates>; timezone: string }

/** What clients did in the last week, the five newest. */
export function Updates({ updates, timezone }: UpdatesProps) {
  return (
    <section className="card" aria-labelledby="updates-title">
      <div className="card-head">
        <h2 id="updates-title">Recent Client Updates (Last 7 Days)</h2>
      </div>
      {updates.length === 0 ? (
        <p className="empty">No recent client updates</p>
      ) : (
        <ul className="feed">
          {updates.slice(0, atMost).map(({ id, businessName, status, updatedAt, summary }) => (
            <li key={`${id} ${updatedAt}`}>
              <a href={`/admin/applications/${id}`}>{businessName ?? 'N/A'}</a>
              <StatusBadge {...updateBadge(status)} />
              <span>{summary}</span>
              <time dateTime={updatedAt}>{longTime(updatedAt, timezone)}</time>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
