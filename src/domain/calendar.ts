/** `YYYY-MM-DD`. */
export const dateIn = (timezone: string, at: number): string => wallClock(timezone, at).slice(0, 10)

/** `hh:mm`. */
export const clockIn = (timezone: string, at: number) => wallClock(timezone, at).slice(11, 16)

export const hourIn = (timezone: string, at: number) =>
  Number(wallClock(timezone, at).slice(11, 13))

/** UTC ms. */
export const startOfDay = (timezone: string, date: string): number =>
  instantOf(timezone, `${date}T00:00:00`)

/** Returns UTC milliseconds, or NaN for a time that no clock shows. */
function instantOf(timezone: string, clock: string): number {
  const inUtc = Date.parse(`${clock}Z`)
  if (Number.isNaN(inUtc)) return inUtc
  // computed twice, because the first guess may lie on the other side of a change of the clocks
  const about = inUtc - offsetAt(timezone, inUtc)
  return inUtc - offsetAt(timezone, about)
}

/** ISO in UTC. */
export function instant(at: number): string
export function instant(at: number | null): string | null
export function instant(at: number | null): string | null {
  return at === null ? null : new Date(at).toISOString()
}

/** Such as '3 March 2026 at 14:02 GMT'. */
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

/** Such as '3 March 2026 at 14:02:09 GMT'. */
export const exactInstant = (timezone: string, at: number) =>
  new Intl.DateTimeFormat('en-GB', {
    timeZone: timezone,
    dateStyle: 'long',
    timeStyle: 'long',
  }).format(at)

/** Milliseconds. */
const offsetAt = (timezone: string, at: number) =>
  Date.parse(`${wallClock(timezone, at).replace(' ', 'T')}Z`) - at

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

export const seconds = (count: number) => count * 1000
export const minutes = (count: number) => seconds(count * 60)
export const hours = (count: number) => minutes(count * 60)
export const days = (count: number) => hours(count * 24)

export function tryAgain(seconds: number): string {
  const minutes = Math.ceil(seconds / 60)
  if (minutes <= 1) return 'Please try again in a minute'
  if (minutes <= 120) return `Please try again in ${minutes} minutes`
  return `Please try again in ${Math.ceil(minutes / 60)} hours`
}
