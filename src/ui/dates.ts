/** The calendar date of an ISO instant in a time zone, `YYYY-MM-DD`; `null` when there is none. */
export function dayOf(instant: string | null, timezone: string): string | null {
  const at = instant ? Date.parse(instant) : Number.NaN
  return Number.isNaN(at) ? null : shortDays(timezone).format(at)
}

/** An ISO date or instant in long words, such as '3 March 2026'; `null` when there is none or it is no date. */
export function longDay(date: string | null, timezone: string): string | null {
  const day = date && /^\d{4}-\d{2}-\d{2}$/.test(date) ? date : dayOf(date, timezone)
  if (!day || Number.isNaN(Date.parse(`${day}T00:00:00Z`))) return date || null
  return longDays('UTC').format(Date.parse(`${day}T00:00:00Z`))
}

/** An ISO instant with its time, such as '3 March 2026 at 14:02'. */
export const longTime = (instant: string, timezone: string) =>
  longTimes(timezone).format(Date.parse(instant))

/** A month `yyyy-MM` in short words, such as 'Mar 2026'. */
export const shortMonth = (month: string) =>
  shortMonths('UTC').format(Date.parse(`${month}-01T00:00:00Z`))

/** Working days, Monday to Friday, that have passed after `from` up to `to`, both `YYYY-MM-DD`. */
export function workingDaysBetween(from: string, to: string): number {
  const day = 86_400_000
  const [start, end] = [Date.parse(`${from}T00:00:00Z`), Date.parse(`${to}T00:00:00Z`)]
  const days = Math.max(0, Math.round((end - start) / day))
  const weeks = Math.floor(days / 7)
  let count = weeks * 5
  for (let at = start + (weeks * 7 + 1) * day; at <= end; at += day) {
    if (![0, 6].includes(new Date(at).getUTCDay())) count += 1
  }
  return count
}

const shortDays = clocks('en-CA', { dateStyle: 'short' })
const longDays = clocks('en-GB', { dateStyle: 'long' })
const longTimes = clocks('en-GB', { dateStyle: 'long', timeStyle: 'short' })
const shortMonths = clocks('en-GB', { month: 'short', year: 'numeric' })

/** One for each zone, made once: to make one takes longer than to draw a row of the table that it stands in. */
function clocks(locale: string, style: Intl.DateTimeFormatOptions) {
  const known = new Map<string, Intl.DateTimeFormat>()
  return (timeZone: string) => {
    const clock = known.get(timeZone) ?? new Intl.DateTimeFormat(locale, { timeZone, ...style })
    known.set(timeZone, clock)
    return clock
  }
}
