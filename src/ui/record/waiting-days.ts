import { dayOf } from './dates.ts'
import { workingDaysBetween } from './working-days.ts'

/** From when until when an application waited for its customer; `until` is `null` while it does. */
export type Pause = { from: string; until: string | null }

/**
 * Working days since an application was submitted, without those on which it waited for its customer. Instants are ISO,
 * `today` is `YYYY-MM-DD` in `timezone`.
 */
export function waitingDays(
  { submittedAt, pauses }: { submittedAt: string | null; pauses: Pause[] },
  { today, timezone, workingDays }: { today: string; timezone: string; workingDays: number[] },
): number | null {
  const since = dayOf(submittedAt, timezone)
  if (!since) return null
  const between = (from: string | null, until: string | null) =>
    workingDaysBetween(from ?? today, until ?? today, workingDays)
  const paused = pauses.map(({ from, until }) =>
    between(dayOf(from, timezone), dayOf(until, timezone)),
  )
  return between(since, today) - paused.reduce((sum, days) => sum + days, 0)
}
