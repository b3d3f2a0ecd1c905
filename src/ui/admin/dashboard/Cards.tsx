import type { Analytics, recentUpdates } from '#src/domain/review/dashboard.ts'
import type { WaitingWork } from '#src/domain/review/list.ts'
import { readQuery, recordHref } from '#src/forms/admin/dashboard-query.ts'
import { longTime } from '#src/ui/record/dates.ts'
import { StatusBadge, updateBadge } from '#src/ui/record/RecordCard.tsx'

export function WaitingLine({ work }: { work: WaitingWork }) {
  const { submitted, late, answered, proposed, longest } = work
  const lines = [
    ['submitted', submitted, 'waiting for review'],
    ['late', late, 'late'],
    ['answered', answered, 'answered by the customer'],
    ['proposed', proposed, 'for you to confirm'],
  ] as const
  if (submitted + proposed === 0) return null
  return (
    <nav className="filters" aria-label="What waits for you">
      {lines
        .filter(([, number]) => number > 0)
        .map(([status, number, words]) => (
          <a key={status} href={listHref(status)}>
            {`${count(number)} ${words}`}
          </a>
        ))}
      {longest && (
        <a href={recordHref(longest.id, readQuery(new URLSearchParams({ status: 'submitted' })))}>
          {`Review the oldest: ${longest.businessName ?? longest.id}`}
        </a>
      )}
    </nav>
  )
}

const listHref = (status: string) =>
  `/admin/dashboard${status && `?status=${status}`}#applications-title`

type StatProps = { analytics: Analytics; isReading: boolean }

export const StatCards = ({ analytics, isReading }: StatProps) => (
  <dl className="stats" aria-busy={isReading || undefined}>
    {statCards(analytics).map(([label = '', ...texts]) => (
      <div className="stat" key={label}>
        <dt>{label in lists ? <a href={listHref(lists[label] ?? '')}>{label}</a> : label}</dt>
        {texts.map((text) => (
          <dd key={text}>{text}</dd>
        ))}
      </div>
    ))}
  </dl>
)

/** The lists that the cards lead to. A rate has no list. */
const lists: Record<string, string> = {
  'Total Applications': '',
  'Pending Review': 'submitted',
  'Approved Today': 'approved',
}

/** Returns label, figure and notes of each card; a missing value counts as 0. */
function statCards({
  totalApplications = 0,
  completionRate = 0,
  startedApplications = 0,
  submittedApplications = 0,
  pendingReview = 0,
  approvedToday = 0,
}: Partial<Analytics>): string[][] {
  const awaiting = pendingReview > 0 ? `${pendingReview} awaiting review` : 'No pending reviews'
  const counted = `${count(submittedApplications)} of ${count(startedApplications)} started`
  return [
    ['Total Applications', String(totalApplications), '+12% from last month'],
    ['Completion Rate', `${completionRate}%`, '+3.2% from last month', counted],
    ['Pending Review', String(pendingReview), awaiting],
    ['Approved Today', String(approvedToday), 'Target: 15/day'],
  ]
}

const count = (number: number) => number.toLocaleString('en-GB')

const atMost = 5

type UpdatesProps = { updates: ReturnType<typeof recentUpdates>; timezone: string }

export function Updates({ updates, timezone }: UpdatesProps) {
  return (
    <section className="card" aria-labelledby="updates-title">
      <div className="card-head">
        <h2 id="updates-title">Recent Client Updates (Last 7 Days)</h2>
      </div>
      {updates.length === 0 ? (
        <p className="empty">No recent client updates</p>
      ) : (
        <ul className="feed feed-updates">
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
