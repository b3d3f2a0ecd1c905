import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, inject, test, vi } from 'vitest'
import { openForReading } from '#db/read.ts'
import { transact } from '#db/transaction.ts'
import { historyFinding } from '#src/commands/doctor/history.ts'
import { verifyChain } from '#src/domain/audit/chain.ts'
import { recordEvent } from '#src/domain/audit/events.ts'
import { hours, minutes } from '#src/domain/durations.ts'
import {
  checkHistory,
  lastHistoryCheck,
  startHistoryChecks,
} from '#src/domain/maintenance/history-check.ts'
import { adminBrowser } from '../../support/app/admins.ts'
import { addEvents } from '../../support/app/many-events.ts'
import { type TestApp, testApp } from '../../support/app/test-app.ts'

const childPath = join(inject('children'), 'chain-child.js')
const never = new AbortController().signal

const check = ({ deps }: TestApp) => checkHistory(deps, childPath, never)

const tamper = ({ deps }: TestApp) =>
  deps.db.sqlite.exec(
    "drop trigger events_no_update; update events set actor = 'nobody' where seq = 2",
  )

/** What the dashboard says of the history. */
async function shown(app: TestApp) {
  const { text } = await (await adminBrowser(app)).get('/admin/dashboard')
  const alert = /<p class="notice notice-bad" role="alert">(.*?)<\/p>/.exec(text)?.[1]
  const line = /<p class="history-line">(.*?)<\/p>/.exec(text)?.[1]
  return (alert ?? line)?.replace(/<!-- -->/g, '').replace(/\u00a0/g, ' ')
}

const finding = ({ deps }: TestApp) => historyFinding(deps.db, deps.env, deps.now())

describe('the check of the history', () => {
  test('finds it whole and tells the dashboard, with its age in minutes and its head', async () => {
    const app = testApp()
    expect(await shown(app)).toBe('History not checked yet')
    addEvents(app, 5000)
    await check(app)
    expect(lastHistoryCheck(app.deps.db)).toMatchObject({ events: 5001, faults: 0, first: null })
    expect(await shown(app)).toMatch(
      /^History whole, checked just now, head 5,001 · [0-9A-F]{4} [0-9A-F]{4}$/,
    )
    app.clock.now += minutes(3) + 59_000
    expect(await shown(app)).toContain('checked 3 minutes ago')
    expect(finding(app)).toMatchObject({
      is: 'ok',
      words: expect.stringContaining('5001 events are whole'),
    })
  })

  test('finds it broken: the dashboard, the log and doctor say at which event', async () => {
    const app = testApp()
    addEvents(app, 3)
    tamper(app)
    await check(app)
    const fault = 'event 2 is not as it was written'
    expect(await shown(app)).toContain(fault)
    expect(app.logged().some((line) => line.includes('"level":50') && line.includes(fault))).toBe(
      true,
    )
    expect(finding(app)).toMatchObject({ is: 'wrong', words: expect.stringContaining(fault) })
  })

  test('finds events that were cut off at the end', async () => {
    const app = testApp()
    addEvents(app, 5)
    app.deps.db.sqlite.exec(
      `drop trigger events_no_delete; delete from event_changes where event > 3;
      delete from events where seq > 3;
      update sqlite_sequence set seq = 3 where name = 'events'`,
    )
    await check(app)
    expect(await shown(app)).toContain('event 4 is missing, and so is each up to')
  })

  test('keeps the last result when it fails, and logs why', async () => {
    const app = testApp()
    await check(app)
    const before = lastHistoryCheck(app.deps.db)
    await checkHistory(app.deps, resolve('no-such-child.js'), never)
    expect(lastHistoryCheck(app.deps.db)).toEqual(before)
    expect(app.logged().join('\n')).toContain('the history could not be checked')
  })

  test('of long ago is told by doctor while the server runs, and not before', async () => {
    const app = testApp()
    await check(app)
    app.clock.now += hours(4)
    expect(await shown(app)).toContain('checked 4 hours ago')
    expect(finding(app).is).toBe('ok')
  })
})

test('the server answers and writes while the history is checked', async () => {
  const app = testApp()
  addEvents(app, 5000)
  let done = false
  const checking = check(app).then(() => {
    done = true
  })
  let written = 0
  while (!done) {
    addEvents(app, 1)
    written += 1
    expect((await app.request('/api/health')).status).toBe(200)
    await pause(10)
  }
  await checking
  expect(written).toBeGreaterThan(1)
  expect(lastHistoryCheck(app.deps.db)).toMatchObject({ faults: 0 })
})

test.runIf(process.platform === 'linux')(
  'no key stands in the command line or the environment of the process, and a stop ends it',
  async () => {
    const app = testApp()
    const stopping = new AbortController()
    const checking = checkHistory(app.deps, childPath, stopping.signal)
    const child = await vi.waitUntil(childOfThis)
    const names = child.environment.split('\0').map((line) => line.split('=')[0] ?? '')
    const expected = ['NODE_CHANNEL_FD', 'NODE_CHANNEL_SERIALIZATION_MODE', 'NODE_EXTRA_CA_CERTS']
    expect(names.filter((name) => name && !expected.includes(name))).toEqual([])
    expect(child.command).not.toMatch(/[A-Za-z0-9+/]{40,}={0,2}(\0|$)/)
    stopping.abort()
    await checking
    expect(childOfThis()).toBeNull()
    expect(lastHistoryCheck(app.deps.db)).toBeNull()
    expect(app.logged().join('\n')).not.toContain('could not be checked')
  },
)

test('checks that were stopped begin no more', async () => {
  const app = testApp()
  const { stop } = startHistoryChecks(app.deps, childPath)
  await stop()
  expect(lastHistoryCheck(app.deps.db)).toBeNull()
})

test('values that are erased while the history is read are no fault', () => {
  const app = testApp()
  addEvents(app, 4500)
  const db = openForReading(app.deps.db.path)
  const transaction = db.sqlite.transaction.bind(db.sqlite)
  db.sqlite.transaction = ((work: () => unknown) => {
    const step = transaction(work)
    return (...args: []) => {
      const result = step(...args)
      // after the first step has been read
      transact(app.deps, (deps) => {
        deps.db.sqlite.exec('delete from event_changes')
        recordEvent(deps, { kind: 'system' }, { action: 'person erased', application: 'A' })
      })
      return result
    }
  }) as typeof db.sqlite.transaction
  expect(verifyChain({ db, keys: app.deps.keys })).toMatchObject({ breaks: [] })
  db.sqlite.close()
})

/** The process that this test has started, as the system shows it. */
function childOfThis() {
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      const status = readFileSync(`/proc/${pid}/status`, 'utf8')
      if (!status.includes(`PPid:\t${process.pid}\n`)) continue
      const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8')
      if (!command.includes('chain-child')) continue
      return { command, environment: readFileSync(`/proc/${pid}/environ`, 'utf8') }
    } catch {
      // it has ended meanwhile
    }
  }
  return null
}
