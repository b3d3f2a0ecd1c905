import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { history } from '#src/commands/doctor-data.ts'
import { verify } from '#src/commands/verify.ts'
import { hours } from '#src/domain/calendar.ts'
import {
  checkAtNight,
  checkContent,
  lastHistoryCheck,
} from '#src/domain/maintenance/history-check.ts'
import { adminBrowser } from '../../support/app/admins.ts'
import { submit } from '../../support/app/applicants.ts'
import { issueAll } from '../../support/app/documents.ts'
import { addEvents } from '../../support/app/many-events.ts'
import type { TestApp } from '../../support/app/test-app.ts'
import { keyedApp, runBeside } from '../../support/commands.ts'
import { newFolder } from '../../support/folder.ts'

const never = new AbortController().signal

/** What the nightly process does. */
const check = (app: TestApp) => runBeside(app, verify, '--keep')

const tamper = ({ deps }: TestApp) =>
  deps.db.sqlite.exec(
    "drop trigger events_no_update; update events set actor = 'nobody' where seq = 2",
  )

/** The alert about the history on the dashboard; `undefined` without one. */
async function shown(app: TestApp) {
  const { text } = await (await adminBrowser(app)).get('/admin/dashboard')
  return /<p class="notice notice-bad" role="alert">(.*?)<\/p>/.exec(text)?.[1]
}

const finding = ({ deps }: TestApp) => history(deps)

describe('the check of the history', () => {
  test('that finds no fault shows nothing on the dashboard, and doctor the number of events', async () => {
    const app = keyedApp()
    addEvents(app, 5000)
    await check(app)
    expect(lastHistoryCheck(app.deps.db)).toMatchObject({ events: 5000, faults: 0, first: null })
    expect(await shown(app)).toBeUndefined()
    const { text } = await (await adminBrowser(app)).get('/admin/dashboard')
    expect(text).toContain('5000 events, 0 applications and 0 documents agree')
    expect(finding(app)).toMatchObject({
      is: 'ok',
      words: expect.stringContaining('5000 events, 0 applications and 0 documents agree'),
    })
  })

  test('that finds a fault is reported by the dashboard and doctor, with the event', async () => {
    const app = keyedApp()
    addEvents(app, 3)
    tamper(app)
    await check(app)
    const fault = 'event 2 is not as it was written'
    expect(await shown(app)).toContain(fault)
    expect(finding(app)).toMatchObject({ is: 'wrong', words: expect.stringContaining(fault) })
  })

  test('goes on with the documents that its time did not reach, and looks at faulty ones again', async () => {
    const app = keyedApp()
    for (const n of [1, 2]) await submit(app.browser(), { mainEmail: `number-${n}@example.com` })
    await issueAll(app)
    const part = async (after: number, first: number[] = []) => {
      const { compared } = await checkContent(app.deps, 'db/migrations', { first, after, time: 0 })
      const { documents, after: last, faulty } = compared ?? {}
      return { documents, after: last, faulty }
    }
    expect(await part(0)).toEqual({ documents: 1, after: 1, faulty: [] })
    app.deps.db.sqlite.exec(
      "drop trigger documents_no_update; update documents set data = '{}' where id = 1",
    )
    expect(await part(1, [1])).toEqual({ documents: 2, after: 2, faulty: [1] })
    expect(await part(2)).toEqual({ documents: 0, after: 0, faulty: [] })
    await check(app)
    expect(await shown(app)).toContain('its data is not what was frozen')
  })
})

describe('the nightly check', () => {
  /** A command line that notes that it was run, and ends with a code. */
  function commandLine(app: TestApp, code: number) {
    const cli = join(newFolder(), 'cli.mjs')
    writeFileSync(
      cli,
      `process.exit(process.argv.slice(2).join(' ') === 'verify --keep' ? ${code} : 99)`,
    )
    return { ...app.deps, cli }
  }

  test('runs once a night, by day only after a night without it, and whatever the clock was set to', async () => {
    const app = keyedApp()
    const deps = commandLine(app, 1)
    const isRun = () =>
      checkAtNight(deps, never).then(
        () => false,
        () => true,
      )
    const at = (time: string) => {
      app.clock.now = Date.parse(time)
      return isRun()
    }
    expect(await at('2026-11-20T10:00:00Z')).toBe(true)
    await check(app)
    expect(await at('2026-11-20T11:00:00Z')).toBe(false)
    expect(await at('2026-11-21T04:30:00Z')).toBe(true)
    expect(await at('2026-11-21T12:00:00Z')).toBe(false)
    expect(await at('2026-11-21T23:00:00Z')).toBe(true)
    await check(app)
    expect(await at('2026-11-22T04:30:00Z')).toBe(false)
    expect(await at('2026-11-01T12:00:00Z')).toBe(true)
  })

  test('is an error in the log when it finds a fault, and keeps the last result when it fails', async () => {
    const app = keyedApp()
    addEvents(app, 3)
    tamper(app)
    await check(app)
    app.clock.now += hours(48)
    await checkAtNight(commandLine(app, 0), never)
    expect(app.logged().find((line) => line.includes('event 2 is not'))).toContain('"level":50')
    const before = lastHistoryCheck(app.deps.db)
    await expect(checkAtNight(commandLine(app, 1), never)).rejects.toThrow('"verify"')
    expect(lastHistoryCheck(app.deps.db)).toEqual(before)
  })
})
