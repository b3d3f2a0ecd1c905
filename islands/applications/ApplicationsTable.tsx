import type { ListedApplication, Listing } from '#src/domain/dashboard/list.ts'
import { type DashboardQuery, queryString } from '#src/forms/admin/dashboard-query.ts'
import { ButtonLink } from '#src/ui/fields/Button.tsx'
import { StatusBadge, tableBadge } from '#src/ui/record/application-badge.tsx'
import { dayOf } from '#src/ui/record/dates.ts'
import { waitingDays } from '#src/ui/record/waiting-days.ts'
import { QueryLink } from './Finder.tsx'

export type TableDates = {
  /** `YYYY-MM-DD` in `timezone`. */
  today: string
  timezone: string
  /** ISO weekdays on which applications are answered. */
  workingDays: number[]
  /** After how many of those an answer is late. */
  promisedTo: number
}

type TableProps = TableDates & {
  listing: Listing
  query: DashboardQuery
  loading: boolean
  onQuery: (query: DashboardQuery) => void
}

/** Recent Applications, 50 a page, newest first (rule 265). */
export function ApplicationsTable({ listing, query, loading, onQuery, ...dates }: TableProps) {
  const { applications, nextCursor } = listing
  return (
    <div className="sections-tight">
      <div className="card-head">
        <h2 id="applications-title">Recent Applications</h2>
        <p className="quiet" role="status">
          {countOf(listing)}
        </p>
        <a href={`/api/applications/export${queryString({ ...query, cursor: '' })}`} download>
          Download as CSV
        </a>
      </div>
      {applications.length === 0 ? (
        <p className="empty">
          {nextCursor
            ? 'No matches so far. Choose Older applications to keep searching.'
            : 'No applications found'}
        </p>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls has to be in reach of the keyboard
        <section className="scroller" tabIndex={0} aria-labelledby="applications-title">
          <table className="table table-applications" aria-busy={loading}>
            <caption className="visually-hidden">Applications, newest first</caption>
            <thead>
              <tr>
                {columns.map((name) => (
                  <th
                    key={name}
                    scope="col"
                    {...(name === 'Completion' && { className: 'number' })}
                  >
                    {name}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {applications.map((application) => (
                <Row key={application.id} application={application} {...dates} />
              ))}
            </tbody>
          </table>
        </section>
      )}
      <nav className="filters" aria-label="Pages of applications">
        {query.cursor && (
          <QueryLink to={{ ...query, cursor: '' }} onQuery={turn}>
            Newest applications
          </QueryLink>
        )}
        {nextCursor && (
          <QueryLink to={{ ...query, cursor: nextCursor }} onQuery={turn}>
            Older applications
          </QueryLink>
        )}
      </nav>
    </div>
  )

  function turn(to: DashboardQuery) {
    onQuery(to)
    document.getElementById('applications-title')?.scrollIntoView()
  }
}

const columns = [
  'Business Name',
  'Business Types',
  'Buyer',
  'Main Email',
  'Completion',
  'Status',
  'Created',
  'Actions',
]

function Row({ application, ...dates }: TableDates & { application: ListedApplication }) {
  const { id, businessName, businessTypes, buyerName, mainEmail, completionPercentage } =
    application
  const created = dayOf(application.createdAt, dates.timezone)
  const named = <span className="visually-hidden"> {businessName ?? id}</span>
  return (
    <tr>
      <th scope="row">{businessName || 'N/A'}</th>
      <td>{businessTypes?.join(', ') || 'N/A'}</td>
      <td>{buyerName || 'N/A'}</td>
      <td className="address">
        <Address mainEmail={mainEmail} />
      </td>
      <td className="number">{`${completionPercentage ?? 0}%`}</td>
      <td>
        <StatusBadge {...tableBadge(application.status, completionPercentage)} />
        {application.isProposed && <small className="waiting">Approval proposed</small>}
        {application.status === 'submitted' && <Waiting application={application} {...dates} />}
        {application.owner && <small className="waiting">{`Owner: ${application.owner}`}</small>}
      </td>
      <td>{created ? <time dateTime={created}>{created}</time> : 'N/A'}</td>
      <td>
        <span className="actions">
          <ButtonLink small href={`/admin/applications/${id}`}>
            View{named}
          </ButtonLink>
          <ButtonLink
            small
            variant="ghost"
            href={`/api/applications/${id}/pdf`}
            target="_blank"
            rel="noopener"
          >
            Download{named}
          </ButtonLink>
        </span>
      </td>
    </tr>
  )
}

/** How long it has waited, without the days on which it waited for its customer; late is marked in words and colour. */
function Waiting({ application, ...dates }: TableDates & { application: ListedApplication }) {
  const days = waitingDays(application, dates)
  if (days === null) return null
  const isPaused = application.pauses.some(({ until }) => until === null)
  const late = days > dates.promisedTo
  return (
    <>
      {isPaused && <small className="waiting">Waiting for the customer</small>}
      <small className={late ? 'waiting waiting-late' : 'waiting'}>
        {`${isPaused ? 'Waited' : 'Waiting'} ${days} working ${days === 1 ? 'day' : 'days'}${late ? ', late' : ''}`}
      </small>
    </>
  )
}

/** Wraps after the @ first. */
function Address({ mainEmail }: Pick<ListedApplication, 'mainEmail'>) {
  const [person, domain] = mainEmail?.split('@') ?? []
  if (!domain) return <>{mainEmail || 'N/A'}</>
  return (
    <>
      {person}@<wbr />
      {domain}
    </>
  )
}

/** A search may stop early and then only knows a minimum. */
function countOf({ applications, total, totalIsMinimum }: Listing): string {
  const least = Math.max(total, applications.length)
  if (totalIsMinimum) return least === 0 ? 'Search not finished' : `At least ${counted(least)}`
  return `${counted(total)}${total > applications.length ? `, ${applications.length} on this page` : ''}`
}

const counted = (number: number) => `${number} ${number === 1 ? 'application' : 'applications'}`
