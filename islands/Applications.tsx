import { useCallback, useEffect, useRef, useState } from 'react'
import type { Listing } from '#src/domain/dashboard/list.ts'
import { type DashboardQuery, queryString, readQuery } from '#src/forms/admin/dashboard-query.ts'
import { CallError, call } from '#src/ui/calls/call.ts'
import { adminToasts } from '#src/ui/toasts/admin-texts.ts'
import { showToast } from '#src/ui/toasts/toast.ts'
import { ApplicationsTable, type TableDates } from './applications/ApplicationsTable.tsx'
import { Finder } from './applications/Finder.tsx'

export type Props = { query: DashboardQuery; listing: Listing; dates: TableDates }

/** Company Finder and the list that it asks for. The query is in the address, so Back goes back. */
export default function Applications(props: Props) {
  const [query, setQuery] = useState(props.query)
  const [listing, setListing] = useState(props.listing)
  const [loading, setLoading] = useState(false)
  const newest = useRef(0)

  const show = useCallback(async (next: DashboardQuery) => {
    newest.current += 1
    const mine = newest.current
    setQuery(next)
    setLoading(true)
    try {
      const found = await call<Listing>('GET', `/api/applications${queryString(next)}`)
      if (mine === newest.current) setListing(found)
    } catch (error) {
      // nothing typed can be lost here: the server redirects to the sign-in
      if (error instanceof CallError && error.status === 401) return location.reload()
      if (mine === newest.current) showToast(adminToasts.listFailed)
    }
    if (mine === newest.current) setLoading(false)
  }, [])

  useEffect(() => {
    const read = () => show(readQuery(new URLSearchParams(location.search)))
    read()
    addEventListener('popstate', read)
    return () => removeEventListener('popstate', read)
  }, [show])

  function ask(next: DashboardQuery) {
    history.pushState(null, '', `${location.pathname}${queryString(next)}`)
    show(next)
  }

  return (
    <div className="sections">
      <Finder query={query} onQuery={ask} />
      <ApplicationsTable {...{ listing, query, loading }} {...props.dates} onQuery={ask} />
    </div>
  )
}
