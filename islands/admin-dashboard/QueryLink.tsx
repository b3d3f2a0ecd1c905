import type { ReactNode } from 'react'
import { type DashboardQuery, queryString } from '#src/forms/admin/dashboard-query.ts'

type QueryLinkProps = {
  to: DashboardQuery
  current?: boolean
  onQuery: (query: DashboardQuery) => void
  children: ReactNode
}

/** A link to another list, which is a call with scripts; with a key held it opens elsewhere, as any link. */
export const QueryLink = ({ to, current = false, onQuery, children }: QueryLinkProps) => (
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
