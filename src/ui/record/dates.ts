/** Returns the date as `YYYY-MM-DD`, or `null`. */
export function dayOf(instant: string | null, timezone: string): string | null {
  const at = instant ? Date.parse(instant) : Number.NaN
  if (Number.isNaN(at)) return null
  const { year, month, day } = partsOf(at, timezone)
  return `${year}-${month}-${day}`
}

/** Returns a text such as '3 March 2026', or `null` if there is no valid date. */
export function longDay(date: string | null, timezone: string): string | null {
  const day = date && /^\d{4}-\d{2}-\d{2}$/.test(date) ? date : dayOf(date, timezone)
  if (!day || Number.isNaN(Date.parse(`${day}T00:00:00Z`))) return date || null
  return inWords(day)
}

/** Returns a text such as '3 March 2026 at 14:02'. */
export function longTime(instant: string, timezone: string): string {
  const { year, month, day, hour, minute } = partsOf(Date.parse(instant), timezone)
  return `${inWords(`${year}-${month}-${day}`)} at ${hour}:${minute}`
}

/** Returns a text such as '14:02'. */
export function clockTime(instant: string, timezone: string): string {
  const { hour, minute } = partsOf(Date.parse(instant), timezone)
  return `${hour}:${minute}`
}

/** Returns a text such as 'Mar 2026'. */
export function shortMonth(month: string): string {
  const [year, number] = month.split('-')
  return `${monthNames[Number(number) - 1]?.slice(0, 3)} ${year}`
}

const inWords = (day: string) => {
  const [year, month, date] = day.split('-')
  return `${Number(date)} ${monthNames[Number(month) - 1]} ${year}`
}

// Browsers write dates differently, and a page must read the same everywhere.
const monthNames =
  'January February March April May June July August September October November December'.split(' ')

const partsOf = (at: number, timezone: string) =>
  Object.fromEntries(
    clockOf(timezone)
      .formatToParts(at)
      .map(({ type, value }) => [type, value]),
  )

const clocks = new Map<string, Intl.DateTimeFormat>()

/**
 * Returns the format of a time zone. Formats are kept, because making one takes longer than rendering a row of a
 * table.
 */
function clockOf(timeZone: string): Intl.DateTimeFormat {
  const clock =
    clocks.get(timeZone) ??
    new Intl.DateTimeFormat('en-GB', {
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
    })
  clocks.set(timeZone, clock)
  return clock
}
