import { useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { type CallInit, call, statusOf } from '#src/ui/calls/call.ts'
import { endSession } from '#src/ui/calls/session.ts'
import { tellAfterwards } from '#src/ui/toasts/store.ts'
import type { Toast } from '#src/ui/toasts/toast.ts'

/**
 * Reads again, and resolves when the answer is shown. If several run at once, the newest counts. It shows a failure
 * itself and never throws.
 */
export type Refresh = () => Promise<void>

export type Reading<T> = {
  isReading: boolean
  /** Shows the answer of a write, without asking for it again. */
  show: (value: T) => void
}

/**
 * Returns the data that an island shows: first the server's, then the answer of `read`. The island reads once when its
 * scripts run, unless `onWaking` is false, and again by `refresh` after each write. If reading fails, the data stays.
 */
export function useReading<T>(
  served: T,
  read: () => Promise<T>,
  { onWaking = true }: { onWaking?: boolean } = {},
): [shown: T, refresh: Refresh, reading: Reading<T>] {
  const servedText = JSON.stringify(served)
  const [shown, setShown] = useState({ servedText, value: served })
  const [isReading, setReading] = useState(false)
  const newest = useRef(0)
  const latest = useRef(read)
  useEffect(() => {
    latest.current = read
  })
  const [show] = useState(() => (value: T) => {
    // Readings that are still running were requested earlier, so their answers are out of date.
    newest.current += 1
    setReading(false)
    draw(value)
  })
  const [refresh] = useState<Refresh>(() => async () => {
    newest.current += 1
    const own = newest.current
    setReading(true)
    try {
      const value = await latest.current()
      if (own === newest.current) draw(value)
    } catch (error) {
      if (!(error instanceof ReadingFailed)) throw error
      if (own !== newest.current) return
      if (error.status === 401) endSession()
      else tellAfterwards(error.toast)
    } finally {
      if (own === newest.current) setReading(false)
    }
  })
  useEffect(() => {
    if (onWaking) void refresh()
  }, [onWaking, refresh])
  // A new render of the page may bring newer props.
  if (shown.servedText !== servedText) setShown({ servedText, value: served })
  function draw(value: T) {
    flushSync(() => setShown((before) => ({ ...before, value })))
  }

  const value = shown.servedText === servedText ? shown.value : served
  return [value, refresh, { isReading, show }]
}

/** Returns the island's props, and reads them again from its page, whose route has `export const data`. */
export function usePageData<T extends object>(
  served: T,
  failed: Toast,
): [data: T, refresh: Refresh, reading: Reading<T>] {
  return useReading(served, () => readPage<T>(failed), { onWaking: false })
}

/** Reads the page's data, for a `useReading` that combines it with the answers of calls. */
export const readPage = <T>(failed: Toast): Promise<T> =>
  reading(failed, `${location.pathname}${location.search}`, { Accept: 'application/json' })

/** Reads by a call of the API; `failed` is the toast if it fails. */
export const readCall = <T>(path: string, failed: Toast, init?: CallInit): Promise<T> =>
  reading(failed, path, {}, init)

class ReadingFailed extends Error {
  constructor(
    readonly status: number,
    readonly toast: Toast,
  ) {
    super(toast.title)
  }
}

async function reading<T>(
  failed: Toast,
  path: string,
  headers: Record<string, string> = {},
  init?: CallInit,
): Promise<T> {
  try {
    return await call<T>('GET', path, undefined, headers, init)
  } catch (error) {
    throw new ReadingFailed(statusOf(error), failed)
  }
}
