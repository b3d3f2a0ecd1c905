import { dayOf } from './dates.ts'

/** `until` is `null` while it waits. */
type Pause = { from: string; until: string | null }

/** Working days since the submit, without those that waited for the customer. `today` is `YYYY-MM-DD`. */
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

/** Days after `from` up to `to`, both `YYYY-MM-DD`. */
export function workingDaysBetween(from: string, to: string, workingDays: number[]): number {
  const day = 86_400_000
  const [start, end] = [Date.parse(`${from}T00:00:00Z`), Date.parse(`${to}T00:00:00Z`)]
  const days = Math.max(0, Math.round((end - start) / day))
  const weeks = Math.floor(days / 7)
  let count = weeks * workingDays.length
  for (let at = start + (weeks * 7 + 1) * day; at <= end; at += day) {
    if (workingDays.includes(new Date(at).getUTCDay() || 7)) count += 1
  }
  return count
}
