export type DashboardQuery = {
  search: string
  status: ListFilter | ''
  /** 'mine', 'nobody' or ''. */
  owner: string
  /** '' for the newest. */
  cursor: string
}

/** The words of the badges in the table, then what somebody waits for. */
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

/** What is stored, whatever the badge says: for calls, and for addresses that were kept. */
export const storedChoices = [
  ['draft', 'Stored as draft'],
  ['incomplete', 'Stored as incomplete'],
] as const

export const listFilters = [...statusChoices, ...storedChoices].map(([filter]) => filter)

export type ListFilter = (typeof listFilters)[number]

/** Shown oldest first, because somebody waits. */
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

/** What is mangled counts as absent. */
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
  const params = new URLSearchParams({
    ...(search && { search }),
    ...(status && { status }),
    ...(owner && { owner }),
    ...(cursor && { cursor }),
  })
  return params.size > 0 ? `?${params}` : ''
}

/** A record's address; with its list, so that one finds back to it and on to the next. */
export function recordHref(id: string, query: DashboardQuery): string {
  const list = queryString(query).slice(1)
  return `/admin/applications/${encodeURIComponent(id)}${list && `?${new URLSearchParams({ list })}`}`
}

export const isOldestFirst = ({ search, status }: DashboardQuery) =>
  search === '' && oldestFirst.some((filter) => filter === status)

/** As a call asks for it: newest first unless it says otherwise. */
export function callString(query: DashboardQuery): string {
  const text = queryString(query)
  return isOldestFirst(query) ? `${text}&order=oldest` : text
}

export const sameList = (one: DashboardQuery, other: DashboardQuery) =>
  queryString({ ...one, cursor: '' }) === queryString({ ...other, cursor: '' })

function nothing(): DashboardQuery {
  return { search: '', status: '', owner: '', cursor: '' }
}
