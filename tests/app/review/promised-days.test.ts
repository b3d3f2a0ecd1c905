import { expect, test } from 'vitest'
import { hours } from '#src/domain/calendar.ts'
import { lateBefore, waitingIn } from '#src/domain/review/waiting.ts'
import { testApp } from '../../support/app/test-app.ts'

/** Fridays before the two changes of the clocks, and before a year's end. */
test.each([
  ['Europe/London', ['2026-03-27', '2026-10-23', '2026-12-25']],
  ['America/New_York', ['2026-03-06', '2026-10-30', '2026-12-25']],
  ['Australia/Sydney', ['2026-04-03', '2026-10-02', '2026-12-25']],
])('counts days and lateness in %s by that place’s own midnights', (zone, fridays) => {
  const app = testApp({ env: { APP_TIMEZONE: zone } })
  const format = new Intl.DateTimeFormat('en-GB', { timeZone: zone, dateStyle: 'full' })
  for (const friday of fridays) {
    const submittedAt = Date.parse(`${friday}T04:30:00Z`)
    const working = new Set<string>()
    const first = format.format(submittedAt)
    for (let at = submittedAt; at < submittedAt + hours(9 * 24); at += hours(0.5)) {
      const day = format.format(at)
      if (day !== first && !/^S/.test(day)) working.add(day)
      app.clock.now = at
      const { days, isLate } = waitingIn(app.deps)(submittedAt, [])
      expect([day, days, isLate]).toEqual([day, working.size, submittedAt < lateBefore(app.deps)])
    }
  }
})
