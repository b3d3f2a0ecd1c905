import { expect, test } from 'vitest'
import { dateIn, startOfDay } from '#src/domain/calendar.ts'

const zones = [
  ...['Europe/London', 'America/New_York', 'Australia/Sydney'],
  ...['America/St_Johns', 'Pacific/Apia', 'Asia/Kathmandu'],
]

/** The changes of 2026 in London, New York and Sydney, then leap day, the 32-bit end of time, and the year's end. */
const oddDays = [
  ...['2026-03-29', '2026-10-25', '2026-03-08', '2026-11-01', '2026-04-05', '2026-10-04'],
  ...['2028-02-29', '2038-01-19', '2026-12-31'],
]

test.each(zones)(
  'begins days in %s by its own clocks, through both changes, leap days and past 2038',
  (zone) => {
    const day = 24 * 60 * 60_000
    for (const start of oddDays)
      for (let at = Date.parse(start) - day; at < Date.parse(start) + 2 * day; at += 37 * 60_000) {
        const date = dateIn(zone, at)
        expect(date).toBe(new Intl.DateTimeFormat('en-CA', { timeZone: zone }).format(at))
        const begins = startOfDay(zone, date)
        expect(begins).toBeLessThanOrEqual(at)
        expect([dateIn(zone, begins), dateIn(zone, begins - 1) < date]).toEqual([date, true])
      }
  },
)
