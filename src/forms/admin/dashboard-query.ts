/** Which applications the dashboard's table shows; all of it stands in the page's address. */
export type DashboardQuery = {
  search: string
  /** A status, 'recent': submitted within the last seven days (rule 267), or 'waiting': for the customer. */
  status: string
  /** 'mine', 'nobody' or '' for everybody's. */
  owner: string
  /** Where the page begins; '' is the newest. */
  cursor: string
}

/** The statuses to choose from beside the search box. */
export const statusChoices = [
  ['draft', 'Draft'],
  ['submitted', 'Submitted'],
  ['approved', 'Approved'],
  ['rejected', 'Rejected'],
  ['completed', 'Completed'],
  ['incomplete', 'Incomplete'],
  ['recent', 'Submitted in the last 7 days'],
  ['waiting', 'Waiting for the customer'],
] as const

/** Whose applications: to choose beside the status. */
export const ownerChoices = [
  ['mine', 'Mine'],
  ['nobody', 'Nobody’s'],
] as const

/** The three quick filters, as addresses of the table. */
export const quickFilters: { label: string; query: DashboardQuery }[] = [
  { label: 'Pending applications', query: { ...nothing(), status: 'submitted' } },
  { label: 'Approved clients', query: { ...nothing(), status: 'approved' } },
  { label: 'Recent submissions', query: { ...nothing(), status: 'recent' } },
]

/** What the place of a page in the list of applications looks like. */
export const listCursor = /^\d{1,15}(\.\d{1,15}){2}\.[01]$/

/** Reads the page's address; what is mangled in it counts as absent (rule 425). */
export function readQuery(params: URLSearchParams): DashboardQuery {
  const text = (name: string) => (params.get(name) ?? '').trim()
  return {
    search: text('search'),
    status: statusChoices.find(([value]) => value === text('status'))?.[0] ?? '',
    owner: ownerChoices.find(([value]) => value === text('owner'))?.[0] ?? '',
    cursor: listCursor.test(text('cursor')) ? text('cursor') : '',
  }
}

/** The query as it stands after an address, '' when it asks for nothing; blank parts are left out. */
export function queryString({ search, status, owner, cursor }: DashboardQuery): string {
  const params = new URLSearchParams({
    ...(search && { search }),
    ...(status && { status }),
    ...(owner && { owner }),
    ...(cursor && { cursor }),
  })
  return params.size > 0 ? `?${params}` : ''
}

/** Whether two queries show the same list, whichever page of it. */
export const sameList = (one: DashboardQuery, other: DashboardQuery) =>
  queryString({ ...one, cursor: '' }) === queryString({ ...other, cursor: '' })

function nothing(): DashboardQuery {
  return { search: '', status: '', owner: '', cursor: '' }
}
