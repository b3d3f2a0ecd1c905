import type { Analytics } from './records.ts'

/** The dashboard's four stat cards (rule 263); a missing value counts as 0. */
export function StatCards({ analytics, loading }: { analytics: Analytics; loading: boolean }) {
  const {
    totalApplications = 0,
    completionRate = 0,
    pendingReview = 0,
    approvedToday = 0,
  } = analytics
  const awaiting = pendingReview > 0 ? `${pendingReview} awaiting review` : 'No pending reviews'
  const cards = [
    ['Total Applications', String(totalApplications), '+12% from last month'],
    ['Completion Rate', `${completionRate}%`, '+3.2% from last month'],
    ['Pending Review', String(pendingReview), awaiting],
    ['Approved Today', String(approvedToday), 'Target: 15/day'],
  ] as const
  return (
    <dl className={loading ? 'stats stats-loading' : 'stats'} aria-busy={loading}>
      {cards.map(([label, figure, note]) => (
        <div className="stat" key={label}>
          <dt>{label}</dt>
          <dd>{figure}</dd>
          <dd>{note}</dd>
        </div>
      ))}
    </dl>
  )
}
