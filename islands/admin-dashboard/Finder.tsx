import type { SubmitEvent } from 'react'
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
import { FieldFrame, TextField } from '#src/ui/fields/Field.tsx'
import { QueryLink } from './QueryLink.tsx'

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
        <FieldFrame id="status" label="Status">
          <select id="status" name="status" className="input" defaultValue={query.status}>
            <option value="">All</option>
            {statusChoices.map(([value, label]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>
        </FieldFrame>
        <FieldFrame id="owner" label="Owner">
          <select id="owner" name="owner" className="input" defaultValue={query.owner}>
            <option value="">Anybody</option>
            {ownerChoices.map(([value, label]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>
        </FieldFrame>
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
