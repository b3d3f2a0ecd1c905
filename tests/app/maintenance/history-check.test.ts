import { join } from 'node:path'
import { describe, expect, inject, test } from 'vitest'
import { history } from '#src/commands/doctor-data.ts'
import {
  checkAtNight,
  checkContent,
  checkWhole,
  keepHistoryCheck,
  lastHistoryCheck,
  partToCheck,
} from '#src/domain/maintenance/history-check.ts'
import { adminBrowser } from '../../support/app/admins.ts'
import { submit } from '../../support/app/applicants.ts'
import { issueAll } from '../../support/app/documents.ts'
import { addEvents } from '../../support/app/many-events.ts'
import type { TestApp } from '../../support/app/test-app.ts'
import { appWithChild } from '../../support/backup/child-stand-in.ts'
import { environmentOf, keyedApp } from '../../support/commands.ts'

const never = new AbortController().signal

/** Does the work of the nightly check without its child process. */
const check = async ({ deps }: TestApp) =>
  keepHistoryCheck(deps.db, await checkWhole(deps, 'db/migrations', partToCheck(deps.db)))

const tamper = ({ deps }: TestApp) =>
  deps.db.sqlite.exec(
    "drop trigger events_no_update; update events set actor = 'nobody' where seq = 2",
  )

/** Returns the dashboard's alert about the history, or `undefined` if there is none. */
async function shown(app: TestApp) {
  const { text } = await (await adminBrowser(app)).get('/admin/dashboard')
  return /<p class="notice notice-bad" role="alert">(.*?)<\/p>/.exec(text)?.[1]
}

const finding = ({ deps }: TestApp) => history(deps)

describe('the check of the history', () => {
  test('shows nothing on the dashboard for a faultless history, and the number of events in doctor', async () => {
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

  test('reports a fault in the history on the dashboard and in doctor, with the event', async () => {
    const app = keyedApp()
    addEvents(app, 3)
    tamper(app)
    await check(app)
    const fault = 'event 2 is not as it was written'
    expect(await shown(app)).toContain(fault)
    expect(finding(app)).toMatchObject({ is: 'wrong', words: expect.stringContaining(fault) })
  })

  test('continues with documents that the last check did not reach, and checks faulty ones again', async () => {
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
  const whole = 'return [{ at: 0, events: 3, faults: 0, first: null }]'

  test('checks the history once a night, or by day after a missed night, whatever the clock was set to', async () => {
    const { app, tasks, become } = await appWithChild('throw new Error("The disk is away")')
    const isRunAt = async (time: string) => {
      app.clock.now = Date.parse(time)
      const before = tasks().length
      await checkAtNight(app.deps, never).catch(() => {})
      return tasks().length > before
    }
    const succeed = () =>
      become(`return [{ at: ${app.clock.now}, events: 3, faults: 0, first: null }]`)
    expect(await isRunAt('2026-11-20T10:00:00Z')).toBe(true)
    succeed()
    expect(await isRunAt('2026-11-20T10:00:00Z')).toBe(true)
    become('throw new Error("The disk is away")')
    expect(await isRunAt('2026-11-20T11:00:00Z')).toBe(false)
    expect(await isRunAt('2026-11-21T04:30:00Z')).toBe(true)
    expect(await isRunAt('2026-11-21T12:00:00Z')).toBe(false)
    expect(await isRunAt('2026-11-21T23:00:00Z')).toBe(true)
    succeed()
    expect(await isRunAt('2026-11-21T23:00:00Z')).toBe(true)
    expect(await isRunAt('2026-11-22T04:30:00Z')).toBe(false)
    expect(await isRunAt('2026-11-01T12:00:00Z')).toBe(true)
  })

  test('logs a fault in the history as an error, and keeps the last result when a check fails', async () => {
    const { app, become } = await appWithChild(
      'return [{ at: 1, events: 3, faults: 1, first: "event 2 is not as it was written" }]',
    )
    await checkAtNight(app.deps, never)
    expect(app.logged().find((line) => line.includes('event 2 is not'))).toContain('"level":50')
    expect(await shown(app)).toContain('event 2 is not as it was written')
    const before = lastHistoryCheck(app.deps.db)
    become('process.exit(1)')
    await expect(checkAtNight(app.deps, never)).rejects.toThrow('"check" ended with 1')
    become('throw new Error("APP_KEY is not the key")')
    await expect(checkAtNight(app.deps, never)).rejects.toThrow('APP_KEY is not the key')
    become('return []')
    await expect(checkAtNight(app.deps, never)).rejects.toThrow('"check" was not answered')
    expect(lastHistoryCheck(app.deps.db)).toEqual(before)
  })

  test('continues the nightly check where the last one stopped, and checks faulty documents again', async () => {
    const { app, tasks, become } = await appWithChild(
      'return [{ at: 1, events: 3, faults: 1, first: "x", compared: { records: 1, documents: 1, ofDocuments: 9, after: 4, faulty: [2] } }]',
    )
    await checkAtNight(app.deps, never)
    become(whole)
    await checkAtNight(app.deps, never)
    expect(tasks()).toEqual([
      { name: 'check', first: [], after: 0 },
      { name: 'check', first: [2], after: 4 },
    ])
  })

  test('checks the history from the command line without writing anything', async () => {
    const app = keyedApp()
    addEvents(app, 3)
    tamper(app)
    const { env } = app.deps
    Object.assign(env.childVariables, environmentOf(env.DATA_DIR))
    await checkAtNight({ ...app.deps, cli: join(inject('children'), 'cli.js') }, never)
    expect(lastHistoryCheck(app.deps.db)).toMatchObject({ events: 3 })
    expect(await shown(app)).toContain('event 2 is not as it was written')
  })
})
