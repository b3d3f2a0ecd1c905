/** The calendar date of an instant in a time zone, `YYYY-MM-DD`. */
export const dateIn = (timezone: string, at: number): string => wallClock(timezone, at).slice(0, 10)

/** The year of an instant in a time zone. */
export const yearIn = (timezone: string, at: number) => Number(dateIn(timezone, at).slice(0, 4))

/** The hour that the clocks of a zone show at an instant, 0 to 23. */
export const hourIn = (timezone: string, at: number) =>
  Number(wallClock(timezone, at).slice(11, 13))

/** The instant at which a calendar date `YYYY-MM-DD` begins in a time zone, in UTC milliseconds. */
export const startOfDay = (timezone: string, date: string): number =>
  instantOf(timezone, `${date}T00:00:00`)

/** The instant at which the clocks of a zone show `YYYY-MM-DDThh:mm:ss`, in UTC milliseconds; NaN when no clock does. */
export function instantOf(timezone: string, shown: string): number {
  const inUtc = Date.parse(`${shown}Z`)
  if (Number.isNaN(inUtc)) return inUtc
  // twice: the offset at that time in UTC may be another than in the zone
  const about = inUtc - offsetAt(timezone, inUtc)
  return inUtc - offsetAt(timezone, about)
}

/** An instant in long words with its zone, such as '3 March 2026 at 14:02 GMT'. */
export const longInstant = (timezone: string, at: number) =>
  new Intl.DateTimeFormat('en-GB', {
    timeZone: timezone,
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    timeZoneName: 'short',
  }).format(at)

/** An instant to the second, such as '3 March 2026 at 14:02:09 GMT'. */
export const exactInstant = (timezone: string, at: number) =>
  new Intl.DateTimeFormat('en-GB', {
    timeZone: timezone,
    dateStyle: 'long',
    timeStyle: 'long',
  }).format(at)

/** How far a zone's clocks are ahead of UTC at an instant, in milliseconds. */
const offsetAt = (timezone: string, at: number) =>
  Date.parse(`${wallClock(timezone, at).replace(' ', 'T')}Z`) - at

/** What the clocks of a zone show at an instant, as `YYYY-MM-DD hh:mm:ss`. */
function wallClock(timezone: string, at: number): string {
  let clock = clocks.get(timezone)
  if (!clock) {
    const styles = { dateStyle: 'short', timeStyle: 'medium' } as const
    clock = new Intl.DateTimeFormat('sv-SE', { timeZone: timezone, ...styles })
    clocks.set(timezone, clock)
  }
  return clock.format(at)
}

/** Kept, because creating one costs more than the rest of a dashboard. */
const clocks = new Map<string, Intl.DateTimeFormat>()
