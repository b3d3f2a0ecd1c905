export type DashboardQuery = {
  search: string
  /** A status, 'recent' (submitted within seven days) or 'waiting' (for the customer). */
  status: string
  /** 'mine', 'nobody' or ''. */
  owner: string
  /** '' for the newest. */
  cursor: string
}

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

export const ownerChoices = [
  ['mine', 'Mine'],
  ['nobody', 'Nobody’s'],
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
    status: statusChoices.find(([value]) => value === text('status'))?.[0] ?? '',
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

export const sameList = (one: DashboardQuery, other: DashboardQuery) =>
  queryString({ ...one, cursor: '' }) === queryString({ ...other, cursor: '' })

function nothing(): DashboardQuery {
  return { search: '', status: '', owner: '', cursor: '' }
}
