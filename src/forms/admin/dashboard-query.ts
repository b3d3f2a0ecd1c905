export type DashboardQuery = {
  search: string
  status: ListFilter | ''
  /** Is 'mine', 'nobody' or ''. */
  owner: string
  /** Is '' for the first page. */
  cursor: string
}

/** The statuses that the badges in the table show, then the lists in which somebody is waiting. */
export const statusChoices = [
  ['submitted', 'Submitted'],
  ['approved', 'Approved'],
  ['rejected', 'Rejected'],
  ['completed', 'Completed'],
  ['in-progress', 'In Progress'],
  ['not-finished', 'Incomplete'],
  ['recent', 'Submitted in the last 7 days'],
  ['waiting', 'Waiting for the customer'],
  ['answered', 'Answered by the customer'],
  ['late', 'Late'],
  ['proposed', 'Approval proposed'],
  ['review-due', 'Review due'],
  ['closed', 'Closed accounts'],
] as const

/** The stored statuses, which may differ from the badges. The API and old bookmarks use them. */
export const storedChoices = [
  ['draft', 'Stored as draft'],
  ['incomplete', 'Stored as incomplete'],
] as const

export const listFilters = [...statusChoices, ...storedChoices].map(([filter]) => filter)

export type ListFilter = (typeof listFilters)[number]

/** These lists show the oldest application first, because a client is waiting. */
export const oldestFirst: ListFilter[] = ['submitted', 'waiting', 'answered', 'late', 'proposed']

export const ownerChoices = [
  ['mine', 'Mine'],
  ['nobody', 'Unassigned'],
] as const

export const quickFilters: { label: string; query: DashboardQuery }[] = [
  { label: 'Pending applications', query: { ...nothing(), status: 'submitted' } },
  { label: 'Approved clients', query: { ...nothing(), status: 'approved' } },
  { label: 'Recent submissions', query: { ...nothing(), status: 'recent' } },
]

export const listCursor = /^\d{1,15}(\.\d{1,15}){2}\.[01]$/

/** Reads the query. A malformed value counts as absent. */
export function readQuery(params: URLSearchParams): DashboardQuery {
  const text = (name: string) => (params.get(name) ?? '').trim()
  return {
    search: text('search'),
    status: listFilters.find((filter) => filter === text('status')) ?? '',
    owner: ownerChoices.find(([value]) => value === text('owner'))?.[0] ?? '',
    cursor: listCursor.test(text('cursor')) ? text('cursor') : '',
  }
}

export function queryString({ search, status, owner, cursor }: DashboardQuery): string {
  const filled = Object.entries({ search, status, owner, cursor }).filter(([, value]) => value)
  const params = new URLSearchParams(filled)
  return params.size > 0 ? `?${params}` : ''
}

/**
 * Returns a record's address. It contains the list, so that the record page can lead back to it and on to the next
 * application.
 */
export function recordHref(id: string, query: DashboardQuery): string {
  const list = queryString(query).slice(1)
  return `/admin/applications/${encodeURIComponent(id)}${list && `?${new URLSearchParams({ list })}`}`
}

export const isOldestFirst = ({ search, status }: DashboardQuery) =>
  search === '' && oldestFirst.some((filter) => filter === status)

/** Returns the query for the API, which lists the newest application first unless the call says otherwise. */
export function callString(query: DashboardQuery): string {
  const text = queryString(query)
  return isOldestFirst(query) ? `${text}&order=oldest` : text
}

export const sameList = (a: DashboardQuery, b: DashboardQuery) =>
  queryString({ ...a, cursor: '' }) === queryString({ ...b, cursor: '' })

function nothing(): DashboardQuery {
  return { search: '', status: '', owner: '', cursor: '' }
}
