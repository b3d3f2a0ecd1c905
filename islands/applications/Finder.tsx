import type { ReactNode, SubmitEvent } from 'react'
import {
  type DashboardQuery,
  ownerChoices,
  queryString,
  quickFilters,
  readQuery,
  sameList,
  statusChoices,
} from '#src/forms/admin/dashboard-query.ts'
import { Button } from '#src/ui/fields/Button.tsx'
import { SelectField, TextField } from '#src/ui/fields/Field.tsx'

/** Company Finder: search, status, quick filters; a GET form and links before any script (rule 267). */
export function Finder({
  query,
  onQuery,
}: {
  query: DashboardQuery
  onQuery: (query: DashboardQuery) => void
}) {
  function search(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const entries = [...new FormData(event.currentTarget)].map(([k, v]) => [k, String(v)])
    onQuery(readQuery(new URLSearchParams(entries)))
  }
  return (
    <section className="card" aria-labelledby="finder-title">
      <div className="card-head">
        <h2 id="finder-title">Company Finder</h2>
      </div>
      {/* Rendered again when a filter or the Back button changes its value. */}
      {/* biome-ignore lint/a11y/useSemanticElements: not every screen reader knows <search> yet */}
      <form
        key={queryString(query)}
        className="search"
        role="search"
        aria-labelledby="finder-title"
        method="get"
        action="/admin/dashboard"
        onSubmit={search}
      >
        <TextField
          id="search"
          name="search"
          type="search"
          label="Company name, registration number or email"
          defaultValue={query.search}
          maxLength={254}
          autoComplete="off"
          spellCheck={false}
        />
        <SelectField
          id="status"
          name="status"
          label="Status"
          choices={[['', 'All'], ...statusChoices]}
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

/** A link to another list, which is a call with scripts; with a key held it opens elsewhere, as any link. */
export const QueryLink = ({
  to,
  current = false,
  onQuery,
  children,
}: {
  to: DashboardQuery
  current?: boolean
  onQuery: (query: DashboardQuery) => void
  children: ReactNode
}) => (
  <a
    href={`/admin/dashboard${queryString(to)}`}
    onClick={(event) => {
      if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
      event.preventDefault()
      onQuery(to)
    }}
    {...(current && { 'aria-current': 'true' })}
  >
    {children}
  </a>
)
