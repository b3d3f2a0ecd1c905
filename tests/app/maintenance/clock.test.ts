import { describe, expect, test } from 'vitest'
import { clock as clockCommand } from '#src/commands/clock.ts'
import { createDraftLink } from '#src/domain/applications/draft-links.ts'
import { days, hours, minutes } from '#src/domain/durations.ts'
import { clockWarning, judgeClock } from '#src/domain/maintenance/clock.ts'
import { cleanUp, startMaintenance } from '#src/domain/maintenance/schedule.ts'
import { enqueue } from '#src/domain/outbox/enqueue.ts'
import { adminBrowser } from '../../support/app/admins.ts'
import { fillDraft, startDraft, submit } from '../../support/app/applicants.ts'
import { email, passwordToken, signedIn } from '../../support/app/clients.ts'
import { type TestApp, testApp } from '../../support/app/test-app.ts'

const retention = { env: { RETENTION_REJECTED_DAYS: '30', RETENTION_APPROVED_DAYS: '30' } }

/** A server that has just swept, with something in it of every kind that is deleted by age. */
async function fullApp() {
  const app = testApp(retention)
  const { deps } = app
  await signedIn(app, { mainEmail: 'client@example.com' })
  for (const status of ['approved', 'rejected']) {
    const id = await submit(app.browser(), { mainEmail: `${status}@example.com` })
    deps.db.sqlite.prepare('update applications set status = ? where id = ?').run(status, id)
    passwordToken(app, id)
  }
  const key = { 'idempotency-key': 'a key of thirty characters and more' }
  await app.browser().post('/api/applications', { 4: { buyerName: 'Retried Sample' } }, key)
  createDraftLink(deps, await fillDraft(app.browser()), email, 'resume')
  await adminBrowser(app)
  enqueue(deps, { kind: 'duplicate-portal', to: { name: '', address: email } }, 'settled')
  deps.db.sqlite.prepare("update outbox set state = 'sent'").run()
  await cleanUp(deps)
  return app
}

/** The number of rows in each table whose rows can expire. */
const held = (app: TestApp) => {
  const rows = app.dump()
  const tables = ['applications', 'admin_sessions', 'client_sessions', 'password_tokens']
  const more = ['draft_links', 'idempotency_keys', 'draft_tokens', 'outbox']
  return Object.fromEntries([...tables, ...more].map((table) => [table, rows[table]?.length]))
}

const warnings = (app: TestApp) =>
  app.logged().filter((line) => JSON.parse(line).msg.includes('Nothing is deleted by age'))

async function runFor(app: TestApp, lasts: number, every = hours(1)) {
  for (let gone = 0; gone < lasts; gone += every) {
    app.clock.now += every
    await cleanUp(app.deps)
  }
}

describe('a clock that is 40 days ahead', () => {
  test('deletes nothing of any kind at the start, and the log says so', async () => {
    const app = await fullApp()
    const before = held(app)
    for (const count of Object.values(before)) expect(count).toBeGreaterThan(0)
    expect(warnings(app)).toEqual([])
    app.clock.now += days(40)
    await cleanUp(app.deps)
    expect(held(app)).toEqual(before)
    const [line = ''] = warnings(app)
    expect(line).toContain('The clock says 30 December 2026')
    expect(line).toContain('the last time noted here is 20 November 2026')
    expect(line).toContain('until 31 December 2026')
    const dashboard = async () => (await (await adminBrowser(app)).get('/admin/dashboard')).text
    const isPutOff = async () =>
      /clock has jumped[^.]*until[^.]*31 December/.test(await dashboard())
    expect(await isPutOff()).toBe(true)
    await runFor(app, days(2))
    expect(await isPutOff()).toBe(false)
  })

  test('and is set back again has cost nothing, and old data goes as before', async () => {
    const app = await fullApp()
    const before = held(app)
    app.clock.now += days(40)
    await runFor(app, hours(23))
    app.clock.now -= days(40)
    await cleanUp(app.deps)
    expect(judgeClock(app.deps.db, app.clock.now)).toEqual({ believable: true })
    expect(held(app).applications).toBe(before.applications)
    await runFor(app, days(31), hours(12))
    expect(held(app)).toMatchObject({ applications: 1, draft_links: 0, idempotency_keys: 0 })
  })

  test('is believed after a day, as that of a server that was off', async () => {
    const app = await fullApp()
    const before = held(app)
    app.clock.now += days(40)
    await cleanUp(app.deps)
    await runFor(app, hours(23))
    expect(held(app)).toEqual(before)
    await runFor(app, hours(1))
    expect(held(app)).toMatchObject({ applications: 1, admin_sessions: 0, client_sessions: 0 })
    const lines = warnings(app).length
    await runFor(app, days(2))
    expect(warnings(app)).toHaveLength(lines)
  })

  test('waits for another day after another jump, but not after a night off', async () => {
    const app = await fullApp()
    const before = held(app)
    app.clock.now += days(40)
    await runFor(app, hours(20))
    app.clock.now += days(10)
    await runFor(app, hours(8))
    app.clock.now += hours(15)
    await cleanUp(app.deps)
    expect(held(app)).toEqual(before)
    await runFor(app, hours(2))
    expect(held(app).applications).toBe(1)
  })

  test('is believed at once when an operator says that it is right', async () => {
    const app = await fullApp()
    app.clock.now += days(40)
    await cleanUp(app.deps)
    const lines: string[] = []
    const terminal = { say: (line: string) => lines.push(line), askSecret: async () => '' }
    await clockCommand.run(app.deps, terminal, ['accept'])
    expect(lines.join()).toContain('Accepted: it is 30 December 2026')
    await cleanUp(app.deps)
    expect(held(app).applications).toBe(1)
    expect(() => clockCommand.run(app.deps, terminal, [])).toThrow('clock takes one word')
  })
})

describe('a clock that is behind', () => {
  test('by more than a day is doubted for a day', async () => {
    const app = await fullApp()
    app.clock.now -= days(400)
    await cleanUp(app.deps)
    expect(warnings(app)).toHaveLength(1)
    await runFor(app, hours(23))
    expect(judgeClock(app.deps.db, app.clock.now)).toMatchObject({ believable: false })
    await runFor(app, hours(1))
    expect(judgeClock(app.deps.db, app.clock.now)).toEqual({ believable: true })
    app.clock.now += days(400)
    const before = held(app)
    await cleanUp(app.deps)
    expect(held(app)).toEqual(before)
  })

  test.each([
    ['an hour', hours(1)],
    ['a minute', minutes(1)],
    ['a day', days(1)],
  ])(
    'by %s is nothing, nor is one ahead by as much: a zone’s clocks change by less',
    async (_, step) => {
      const app = await fullApp()
      for (const change of [-step, step, step, -step]) {
        app.clock.now += change
        await cleanUp(app.deps)
      }
      expect(warnings(app)).toEqual([])
    },
  )
})

test.each(['2026-03-28T12:00:00Z', '2026-10-24T12:00:00Z'])(
  'the night of %s, when clocks change, is a night like others',
  async (eve) => {
    const app = testApp()
    app.clock.now = Date.parse(eve)
    await cleanUp(app.deps)
    await runFor(app, days(2))
    expect(warnings(app)).toEqual([])
  },
)

test('a database that was never swept goes by its newest event', async () => {
  const app = testApp()
  expect(judgeClock(app.deps.db, app.clock.now)).toEqual({ believable: true })
  await startDraft(app.browser())
  app.clock.now += days(40)
  await cleanUp(app.deps)
  expect(held(app).applications).toBe(1)
  expect(warnings(app)).toHaveLength(1)
})

test('a new database notes the time before sample data of the past is written into it', async () => {
  const app = testApp()
  startMaintenance(app.deps)()
  app.clock.now -= days(400)
  await startDraft(app.browser())
  app.clock.now += days(400)
  await cleanUp(app.deps)
  expect(warnings(app)).toEqual([])
})

test('the words name the clock, the last time noted and the end of the wait', () => {
  const verdict = { believable: false, believed: 0, until: days(3) } as const
  expect(clockWarning(verdict, days(2), 'UTC')).toBe(
    'The clock says 3 January 1970 at 00:00 UTC, but the last time noted here is 1 January 1970 at 00:00 UTC. Nothing is deleted by age until 4 January 1970 at 00:00 UTC. If the clock is right, "clock accept" ends the wait; if not, set it',
  )
})
