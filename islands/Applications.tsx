import type { ReactNode, RefObject, SubmitEvent } from 'react'
import { useEffect, useRef, useState } from 'react'
import type { ListedApplication, Listing } from '#src/domain/review/list.ts'
import {
  callString,
  type DashboardQuery,
  isOldestFirst,
  ownerChoices,
  queryString,
  quickFilters,
  readQuery,
  recordHref,
  sameList,
  statusChoices,
  storedChoices,
} from '#src/forms/admin/dashboard-query.ts'
import { searchTexts } from '#src/forms/admin/search-texts.ts'
import { counted } from '#src/forms/counted.ts'
import { isSearchKeyOn } from '#src/ui/admin/search-key.ts'
import { Button, ButtonLink } from '#src/ui/fields/Button.tsx'
import { SelectField, TextField } from '#src/ui/fields/Field.tsx'
import { readCall, useReading } from '#src/ui/forms/readings.ts'
import { dayOf } from '#src/ui/record/dates.ts'
import { Address, StatusBadge, tableBadge } from '#src/ui/record/RecordCard.tsx'
import { adminToasts } from '#src/ui/toasts/admin-texts.ts'

export type Props = { query: DashboardQuery; listing: Listing; timezone: string }

/** The query is in the address, so that Back returns to the query before. */
export default function Applications(props: Props) {
  const [query, setQuery] = useState(props.query)
  const [listing, refresh, { isReading }] = useReading(props.listing, () =>
    readCall<Listing>(`/api/applications${callString(queryInAddress())}`, adminToasts.listFailed),
  )
  const [searched, setSearched] = useState<{ before: Listing }>()
  const search = useRef<HTMLInputElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const firstLink = useRef<HTMLAnchorElement>(null)
  const hasKey = useSearchKey(search)

  useEffect(() => {
    setQuery(queryInAddress())
    const onReturn = () => {
      setQuery(queryInAddress())
      void refresh()
    }
    addEventListener('popstate', onReturn)
    return () => removeEventListener('popstate', onReturn)
  }, [refresh])

  // Rendering the form again took the focus away from it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a listing that comes later moves no focus
  useEffect(() => {
    if (!searched) return
    const hasAnswer = listing !== searched.before
    if (!hasAnswer || !firstLink.current) return search.current?.focus()
    heading.current?.scrollIntoView()
    firstLink.current.focus({ preventScroll: true })
  }, [searched])

  function ask(next: DashboardQuery) {
    history.pushState(null, '', `${location.pathname}${queryString(next)}`)
    setQuery(next)
    return refresh()
  }

  async function find(next: DashboardQuery) {
    await ask(next)
    setSearched({ before: listing })
  }

  function turn(next: DashboardQuery) {
    void ask(next)
    heading.current?.scrollIntoView()
  }

  return (
    <div className="sections">
      <Finder query={query} field={search} hasKey={hasKey} onSearch={find} onQuery={ask} />
      <ApplicationsTable
        {...{ listing, query, heading, firstLink }}
        loading={isReading}
        timezone={props.timezone}
        onQuery={ask}
        onTurn={turn}
      />
    </div>
  )
}

const queryInAddress = () => readQuery(new URLSearchParams(location.search))

/** Tells whether the key `/` leads to the search. The server assumes that it does. */
function useSearchKey(field: RefObject<HTMLInputElement | null>): boolean {
  const [isOn, setOn] = useState(true)
  useEffect(() => {
    setOn(isSearchKeyOn())
    if (!isSearchKeyOn()) return
    const onKey = (event: KeyboardEvent) => {
      const { target, key, ctrlKey, metaKey, altKey } = event
      if (key !== '/' || ctrlKey || metaKey || altKey) return
      if (target instanceof HTMLElement && target.closest('input, textarea, select')) return
      event.preventDefault()
      field.current?.focus()
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [field])
  return isOn
}

type TableProps = {
  listing: Listing
  query: DashboardQuery
  loading: boolean
  timezone: string
  heading: RefObject<HTMLHeadingElement | null>
  firstLink: RefObject<HTMLAnchorElement | null>
  onQuery: (query: DashboardQuery) => unknown
  onTurn: (query: DashboardQuery) => unknown
}

function ApplicationsTable({ listing, query, loading, timezone, ...props }: TableProps) {
  const { heading, firstLink, onQuery, onTurn } = props
  const { applications, nextCursor } = listing
  const isOldest = isOldestFirst(query)
  return (
    <div className="sections-tight">
      <div className="card-head">
        <h2 id="applications-title" ref={heading}>
          Recent Applications
        </h2>
        <p className="quiet" role="status">
          {countOf(listing)}
        </p>
        <a href={`/api/applications/export${callString({ ...query, cursor: '' })}`} download>
          Download as CSV
        </a>
      </div>
      <p className="hint">
        Excel drops zeros at the start of numbers. To keep them, open the file with Data &gt; From
        Text/CSV and choose “Do not detect data types”.
      </p>
      {listing.totalIsMinimum && <p className="hint">{searchTexts.incomplete}</p>}
      {applications.length === 0 ? (
        <>
          <p className="empty">No applications found</p>
          {queryString(query) && (
            <p className="filters">
              <QueryLink to={readQuery(new URLSearchParams())} onQuery={onQuery}>
                Clear
              </QueryLink>
            </p>
          )}
        </>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard must reach a region that scrolls
        <section className="scroller" tabIndex={0} aria-labelledby="applications-title">
          <table className="table table-applications table-cards" aria-busy={loading}>
            <caption className="visually-hidden">
              {`Applications, ${isOldest ? 'oldest' : 'newest'} first`}
            </caption>
            <thead>
              <tr>
                {columns.map((name) => (
                  <th
                    key={name}
                    scope="col"
                    className={name === 'Completion' ? 'number' : undefined}
                  >
                    {name}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {applications.map((application, at) => (
                <Row
                  key={application.id}
                  application={application}
                  href={recordHref(application.id, query)}
                  link={at === 0 ? firstLink : undefined}
                  timezone={timezone}
                />
              ))}
            </tbody>
          </table>
        </section>
      )}
      <nav className="filters" aria-label="Pages of applications">
        {query.cursor && (
          <QueryLink to={{ ...query, cursor: '' }} onQuery={onTurn}>
            {isOldest ? 'Oldest' : 'Newest'} applications
          </QueryLink>
        )}
        {nextCursor && (
          <QueryLink to={{ ...query, cursor: nextCursor }} onQuery={onTurn}>
            {isOldest ? 'Newer' : 'Older'} applications
          </QueryLink>
        )}
      </nav>
    </div>
  )
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

type RowProps = {
  application: ListedApplication
  href: string
  link: RefObject<HTMLAnchorElement | null> | undefined
  timezone: string
}

function Row({ application, href, link, timezone }: RowProps) {
  const { id, businessName, businessTypes, buyerName, mainEmail, completionPercentage } =
    application
  const { status, proposedBy, waiting, owner } = application
  const created = dayOf(application.createdAt, timezone)
  const hiddenName = <span className="visually-hidden"> {businessName ?? id}</span>
  return (
    <tr>
      <th scope="row">
        <a href={href} ref={link}>
          {businessName || 'N/A'}
        </a>
      </th>
      <td data-label="Business Types">{businessTypes?.join(', ') || 'N/A'}</td>
      <td data-label="Buyer">{buyerName || 'N/A'}</td>
      <td data-label="Main Email" className="address">
        <Address text={mainEmail || 'N/A'} />
      </td>
      <td data-label="Completion" className="number">{`${completionPercentage ?? 0}%`}</td>
      <td data-label="Status">
        <StatusBadge {...tableBadge(status, completionPercentage)} />
        {proposedBy && <small className="waiting">{`Approval proposed by ${proposedBy}`}</small>}
        {waiting && <Waiting {...waiting} />}
        {owner && <small className="waiting">{`Owner: ${owner}`}</small>}
      </td>
      <td data-label="Created">{created ? <time dateTime={created}>{created}</time> : 'N/A'}</td>
      <td>
        <span className="actions">
          <ButtonLink small href={href}>
            View{hiddenName}
          </ButtonLink>
          <ButtonLink
            small
            variant="ghost"
            href={`/api/applications/${id}/pdf`}
            target="_blank"
            rel="noopener"
          >
            Download{hiddenName}
          </ButtonLink>
        </span>
      </td>
    </tr>
  )
}

function Waiting({ days, isLate, isPaused }: NonNullable<ListedApplication['waiting']>) {
  const words = counted(days, 'working day')
  return (
    <>
      {isPaused && <small className="waiting">Waiting for the customer</small>}
      <small className={isLate ? 'waiting waiting-late' : 'waiting'}>
        {isPaused
          ? `Waited ${words}${isLate ? ', late' : ''}`
          : `${isLate ? 'Overdue: waiting' : 'Waiting'} ${words}`}
      </small>
    </>
  )
}

function countOf({ applications, total }: Listing): string {
  return `${counted(total, 'application')}${total > applications.length ? `, ${applications.length} on this page` : ''}`
}

type FinderProps = {
  query: DashboardQuery
  field: RefObject<HTMLInputElement | null>
  hasKey: boolean
  onSearch: (query: DashboardQuery) => unknown
  onQuery: (query: DashboardQuery) => unknown
}

function Finder({ query, field, hasKey, onSearch, onQuery }: FinderProps) {
  const isChosen = ([status]: readonly [string, string]) => status === query.status
  function search(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const entries = [...new FormData(event.currentTarget)].map(([k, v]) => [k, String(v)])
    onSearch(readQuery(new URLSearchParams(entries)))
  }
  return (
    <section className="card" aria-labelledby="finder-title">
      <div className="card-head">
        <h2 id="finder-title">Company Finder</h2>
      </div>
      {/* The key renders the field again when a filter or the Back button changes its value. */}
      {/* biome-ignore lint/a11y/useSemanticElements: not every screen reader knows <search> yet */}
      <form
        key={queryString(query)}
        className="search"
        role="search"
        aria-labelledby="finder-title"
        method="get"
        action="/admin/dashboard#applications-title"
        onSubmit={search}
      >
        <TextField
          ref={field}
          id="search"
          name="search"
          type="search"
          label="Company name, registration number or email"
          hint={`Also a contact, director, telephone number, post code, customer code or reference.${hasKey ? ' Press / to search.' : ''}`}
          aria-keyshortcuts={hasKey ? '/' : undefined}
          defaultValue={query.search}
          maxLength={254}
          autoComplete="off"
          spellCheck={false}
        />
        <SelectField
          id="status"
          name="status"
          label="Status"
          choices={[['', 'All'], ...statusChoices, ...storedChoices.filter(isChosen)]}
          defaultValue={query.status}
        />
        <SelectField
          id="owner"
          name="owner"
          label="Owner"
          choices={[['', 'Anybody'], ...ownerChoices]}
          defaultValue={query.owner}
        />
        <Button type="submit" variant="primary">
          Search
        </Button>
      </form>
      <nav className="filters" aria-label="Quick filters">
        {quickFilters.map((filter) => (
          <QueryLink
            key={filter.label}
            to={filter.query}
            current={sameList(filter.query, query)}
            onQuery={onQuery}
          >
            {filter.label}
          </QueryLink>
        ))}
        {queryString({ ...query, cursor: '' }) && (
          <QueryLink to={readQuery(new URLSearchParams())} onQuery={onQuery}>
            Clear
          </QueryLink>
        )}
      </nav>
    </section>
  )
}

const QueryLink = ({
  to,
  current = false,
  onQuery,
  children,
}: {
  to: DashboardQuery
  current?: boolean
  onQuery: (query: DashboardQuery) => unknown
  children: ReactNode
}) => (
  <a
    href={`/admin/dashboard${queryString(to)}`}
    onClick={(event) => {
      if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
      event.preventDefault()
      onQuery(to)
    }}
    aria-current={current ? 'true' : undefined}
  >
    {children}
  </a>
)
