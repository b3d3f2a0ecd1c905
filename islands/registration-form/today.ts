import { useEffect, useState } from 'react'
import { dayOf } from '#src/ui/record/dates.ts'

/**
 * Returns the current day in the supplier's time zone, on a page that may be left open past midnight. The first day is
 * the server's. The browser's clock may be wrong, so only the days that have passed on it count.
 */
export function useToday(served: string, timezone: string): string {
  const [today, setToday] = useState(served)
  useEffect(() => {
    const day = () => Date.parse(dayOf(new Date().toISOString(), timezone) ?? served)
    const first = day()
    const look = () =>
      setToday(new Date(Date.parse(served) + day() - first).toISOString().slice(0, 10))
    // These fire when somebody returns to the page; a press on Submit fires one of the last two first.
    const moments = ['visibilitychange', 'focus', 'pointerdown', 'keydown'] as const
    for (const moment of moments) addEventListener(moment, look, true)
    return () => {
      for (const moment of moments) removeEventListener(moment, look, true)
    }
  }, [served, timezone])
  return today
}
