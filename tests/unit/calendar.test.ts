import { expect, test } from 'vitest'
import { dateIn, startOfDay } from '#src/domain/calendar.ts'

test.each(['Europe/London', 'America/St_Johns', 'Pacific/Apia', 'Asia/Kathmandu'])(
  'days in %s begin where its clocks say, through both changes, leap days and past 2038',
  (zone) => {
    const day = 24 * 60 * 60_000
    for (const start of ['2026-03-29', '2026-10-25', '2028-02-29', '2038-01-19', '2026-12-31'])
      for (let at = Date.parse(start) - day; at < Date.parse(start) + 2 * day; at += 37 * 60_000) {
        const date = dateIn(zone, at)
        expect(date).toBe(new Intl.DateTimeFormat('en-CA', { timeZone: zone }).format(at))
        const begins = startOfDay(zone, date)
        expect(begins).toBeLessThanOrEqual(at)
        expect([dateIn(zone, begins), dateIn(zone, begins - 1) < date]).toEqual([date, true])
      }
  },
)
