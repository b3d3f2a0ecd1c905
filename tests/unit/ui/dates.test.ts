import { describe, expect, test, vi } from 'vitest'
import { workingDaysBetween } from '#src/domain/review/waiting.ts'
import { longDate } from '#src/forms/dates.ts'
import { dayOf, longDay, longTime, shortMonth } from '#src/ui/record/dates.ts'

test('does not read the year 19 as 2019', () => {
  for (const inWords of [longDate('0019-05-04'), longDay('0019-05-04', 'UTC')])
    expect(inWords).toBe('4 May 0019')
})

describe('working days', () => {
  test.each([
    ['2026-11-20', '2026-11-20', 0],
    ['2026-11-19', '2026-11-20', 1],
    ['2026-11-20', '2026-11-22', 0],
    ['2026-11-20', '2026-11-23', 1],
    ['2026-11-21', '2026-11-23', 1],
    ['2026-11-02', '2026-11-20', 14],
    ['2026-11-20', '2026-11-02', 0],
  ])('counts from %s to %s %i working days', (from, to, days) => {
    expect(workingDaysBetween(from, to, [1, 2, 3, 4, 5])).toBe(days)
  })

  test('counts the working days of the supplier', () => {
    expect(workingDaysBetween('2026-11-20', '2026-11-23', [1, 2, 3, 4, 5, 6])).toBe(2)
    expect(workingDaysBetween('2026-11-20', '2026-11-30', [7])).toBe(2)
  })
})

test('uses the day of the time zone, not of UTC', () => {
  expect(dayOf('2026-07-01T23:30:00.000Z', 'Europe/London')).toBe('2026-07-02')
  expect(dayOf(null, 'Europe/London')).toBeNull()
})

test('writes dates out, and leaves what is no date as it was given', () => {
  expect(longDay('2026-03-03', 'Europe/London')).toBe('3 March 2026')
  expect(longDay('2026-07-01T23:30:00.000Z', 'Europe/London')).toBe('2 July 2026')
  expect(longDay('soon', 'Europe/London')).toBe('soon')
  expect(longDay('', 'Europe/London')).toBeNull()
})

test('writes times and months the same in every browser, however it writes dates itself', () => {
  // Some write a short day of Canada as 11/22/26, some '3 March 2026, 14:02', some 'Sept'.
  const format = vi
    .spyOn(Intl.DateTimeFormat.prototype as unknown as { format: unknown }, 'format', 'get')
    .mockReturnValue(() => '11/22/26')
  expect(dayOf('2026-11-22T12:00:00.000Z', 'Europe/London')).toBe('2026-11-22')
  expect(longDay('2026-09-03', 'Europe/London')).toBe('3 September 2026')
  expect(longTime('2026-07-01T23:05:00.000Z', 'Europe/London')).toBe('2 July 2026 at 00:05')
  expect(shortMonth('2026-09')).toBe('Sep 2026')
  format.mockRestore()
})
