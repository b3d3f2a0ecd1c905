import { useCallback, useEffect, useRef, useState } from 'react'
import { type DashboardQuery, queryString, readQuery } from '#src/forms/admin/dashboard-query.ts'
import type { Analytics, Listing, RecentUpdate } from '#src/ui/admin/records.ts'
import { CallError, call } from '#src/ui/calls/call.ts'
import { adminToasts } from '#src/ui/toasts/admin-texts.ts'
import { showToast, type Toast } from '#src/ui/toasts/toast.ts'

export type DashboardData = {
  query: DashboardQuery
  listing: Listing
  analytics: Analytics
  updates: RecentUpdate[]
}

/**
 * The dashboard's state: first what the page came with, then the answers of its calls. The query is in the address, so
 * Back goes back.
 */
export function useDashboard(given: DashboardData) {
  const [query, setQuery] = useState(given.query)
  const list = useCalled(given.listing, adminToasts.listFailed)
  const analytics = useCalled(given.analytics, null)
  const updates = useCalled(given.updates, adminToasts.updatesFailed)
  const { load: loadList } = list
  const { load: loadAnalytics } = analytics
  const { load: loadUpdates } = updates

  const show = useCallback(
    (next: DashboardQuery) => {
      setQuery(next)
      loadList(`/api/applications${queryString(next)}`)
    },
    [loadList],
  )
  const shownFirst = useRef(given.query)

  useEffect(() => {
    loadAnalytics('/api/analytics')
    loadUpdates('/api/applications/recent-updates')
    show(shownFirst.current)
    const back = () => show(readQuery(new URLSearchParams(location.search)))
    addEventListener('popstate', back)
    return () => removeEventListener('popstate', back)
  }, [loadAnalytics, loadUpdates, show])

  return {
    query,
    list,
    analytics,
    updates,
    ask(next: DashboardQuery) {
      history.pushState(null, '', `${location.pathname}${queryString(next)}`)
      show(next)
    },
  }
}

/** A value that calls refresh: the newest call wins, and a failure shows a toast and keeps the old value. */
function useCalled<T>(given: T, failed: Toast | null) {
  const [value, setValue] = useState(given)
  const [loading, setLoading] = useState(false)
  const newest = useRef(0)
  const load = useCallback(
    async (path: string) => {
      newest.current += 1
      const mine = newest.current
      setLoading(true)
      try {
        const answer = await call<T>('GET', path)
        if (mine === newest.current) setValue(answer)
      } catch (error) {
        // nothing typed can be lost here: the server redirects to the sign-in
        if (error instanceof CallError && error.status === 401) return location.reload()
        if (mine === newest.current && failed) showToast(failed)
      } finally {
        if (mine === newest.current) setLoading(false)
      }
    },
    [failed],
  )
  return { value, loading, load }
}
