import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { dateIn, startOfDay } from '#src/domain/calendar.ts'
import { figures, times } from '../support/rounds.ts'
import { machines, zones } from '../support/zones.ts'

const run = promisify(execFile)

test('what is about days and months passes on machines in time zones that are far apart', {
  timeout: 120_000,
}, async () => {
  const words = ['run', '--config', 'tests/fault/support/clocks.config.ts', '--root', '.']
  const { stdout } = await run(process.execPath, ['node_modules/vitest/vitest.mjs', ...words], {
    env: { ...process.env, NO_COLOR: '1' },
    encoding: 'utf8',
  }).catch((failed: { stdout: string }) => failed)
  const [, passed, failed] = /(\d+) passed, (\d+) failed/.exec(stdout) ?? []
  figures('clocks', { zones: machines.length, passed: passed ?? '?', failed: failed ?? '?' })
  expect({ failed, some: Number(passed) > 100 * machines.length }, stdout.slice(-3000)).toEqual({
    failed: '0',
    some: true,
  })
})

test('days begin where the clocks of the zone say, through both changes, leap days and past 2038', () => {
  const step = 37 * 60_000
  const rows: string[] = []
  let instants = 0
  for (const zone of [...zones, 'Europe/London', 'America/St_Johns'])
    for (const start of [
      '2026-03-29',
      '2026-10-25',
      '2028-02-29',
      '2038-01-19',
      '2026-12-31',
      '2026-01-01',
    ]) {
      const from = Date.parse(`${start}T00:00:00Z`) - 86_400_000
      for (let at = from; at < from + 3 * 86_400_000; at += step / times(1)) {
        instants += 1
        const day = dateIn(zone, at)
        const begins = startOfDay(zone, day)
        if (day !== independentDay(zone, at))
          rows.push(`${zone} ${new Date(at).toISOString()}: ${day}`)
        if (begins > at || dateIn(zone, begins) !== day || dateIn(zone, begins - 1) === day)
          rows.push(`${zone} ${day} begins at ${new Date(begins).toISOString()}`)
      }
    }
  figures('days', { zones: zones.length + 2, instants, wrong: rows.length })
  expect(rows).toEqual([])
})

/** The calendar date by another way than the app's own. */
function independentDay(timeZone: string, at: number): string {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  }).formatToParts(at)
  const of = (type: string) => parts.find((part) => part.type === type)?.value ?? ''
  return `${of('year')}-${of('month')}-${of('day')}`
}
