import { describe, expect, test } from 'vitest'
import { transact } from '#db/transaction.ts'
import { createDraftLink } from '#src/domain/applications/draft-links.ts'
import type { NewEvent } from '#src/domain/audit/events.ts'
import { recordEvent } from '#src/domain/audit/events.ts'
import { days, hours } from '#src/domain/calendar.ts'
import { clockDoubt } from '#src/domain/clock.ts'
import { enqueue } from '#src/domain/jobs/email-jobs.ts'
import { cleanUp } from '#src/domain/maintenance/clean-up.ts'
import { healthWarnings, warningsOf } from '#src/domain/maintenance/health.ts'
import { adminBrowser } from '../../support/app/admins.ts'
import { fillDraft, submit } from '../../support/app/applicants.ts'
import { email, passwordToken, signedIn } from '../../support/app/clients.ts'
import { issueAll, storedDocuments } from '../../support/app/documents.ts'
import { restartAfter, setClock } from '../../support/app/passing-time.ts'
import { retain } from '../../support/app/retention.ts'
import { type TestApp, testApp } from '../../support/app/test-app.ts'

/** A server that has just cleaned up, with something of every kind that is deleted by age. */
async function fullApp() {
  const app = testApp()
  const { deps } = app
  retain(app, { rejectedDays: 30, closedDays: 30 })
  await signedIn(app, { mainEmail: 'client@example.com' })
  for (const status of ['approved', 'rejected']) {
    const id = await submit(app.browser(), { mainEmail: `${status}@example.com` })
    const decide = 'update applications set status = ?, rejected_at = ? where id = ?'
    deps.db.sqlite.prepare(decide).run(status, deps.now(), id)
    passwordToken(app, id)
  }
  const key = { 'idempotency-key': 'a key of thirty characters and more' }
  await app.browser().post('/api/applications', { 4: { buyerName: 'Retried Sample' } }, key)
  createDraftLink(deps, await fillDraft(app.browser()), email, 'resume')
  await adminBrowser(app)
  enqueue(deps, { kind: 'duplicate-portal', to: { name: '', address: email } }, 'settled')
  deps.db.sqlite.prepare("update jobs set state = 'sent'").run()
  await cleanUp(deps)
  return app
}

/** The number of rows in each table whose rows can expire. */
const held = (app: TestApp) => {
  const rows = app.dump()
  const tables = ['applications', 'admin_sessions', 'client_sessions', 'password_tokens']
  const more = ['draft_links', 'idempotency_keys', 'draft_tokens', 'jobs']
  return Object.fromEntries([...tables, ...more].map((table) => [table, rows[table]?.length]))
}

const warnings = (app: TestApp) =>
  app.logged().filter((line) => JSON.parse(line).msg.includes('nothing is deleted by age'))

/** Runs the server for this long, with a clean-up every hour. */
async function runFor(app: TestApp, lasts: number) {
  for (let gone = 0; gone < lasts; gone += hours(1)) {
    app.clock.now += hours(1)
    await cleanUp(app.deps)
  }
}

/** Records an event while the clock is ahead by this much. */
const happen = ({ deps, clock }: TestApp, ahead = 0, event: NewEvent = settingsChanged) =>
  transact(deps, (tx) =>
    recordEvent({ ...tx, now: () => clock.now + ahead }, { kind: 'system' }, event),
  )

const settingsChanged = { action: 'company details changed' } as const

async function offFor(app: TestApp, lasts: number) {
  restartAfter(app, lasts)
  await cleanUp(app.deps)
}

const notice = async (app: TestApp) => {
  const { text } = await (await adminBrowser(app)).get('/admin/dashboard')
  return /The clock says[^<]*/.exec(text)?.[0]
}

describe('a start 40 days after the last event', () => {
  test('deletes nothing for 24 hours after a start 40 days after the last event, and says so', async () => {
    const app = await fullApp()
    expect([warnings(app), await notice(app)]).toEqual([[], undefined])
    const before = held(app)
    for (const count of Object.values(before)) expect(count).toBeGreaterThan(0)
    await offFor(app, days(40))
    expect(held(app)).toEqual(before)
    const [line = ''] = warnings(app)
    expect(line).toContain('says 30 December 2026 at 10:00')
    expect(line).toContain('is of 20 November 2026 at 10:00')
    expect(line).toContain('goes on after 24 more hours')
    await runFor(app, hours(23))
    expect(held(app)).toEqual(before)
    expect(await notice(app)).toContain('says 31 December 2026 at 09:00')
    expect(await notice(app)).toContain('after 1 more hour of')
    await runFor(app, hours(1))
    expect(held(app)).toMatchObject({ applications: 2, client_sessions: 0, draft_links: 0 })
    expect(await notice(app)).toBeUndefined()
    const lines = warnings(app).length
    await runFor(app, hours(2))
    expect(warnings(app)).toHaveLength(lines)
  })

  test('waits 24 hours again when such a start is repeated, whatever was recorded meanwhile', async () => {
    const app = await fullApp()
    const before = held(app)
    await offFor(app, days(40))
    await runFor(app, hours(20))
    happen(app)
    await offFor(app, 0)
    await runFor(app, hours(23))
    expect(held(app)).toEqual(before)
    await runFor(app, hours(1))
    expect(held(app).applications).toBe(2)
  })

  test('dates a restored copy by its last event before the restore', async () => {
    const app = await fullApp()
    const before = held(app)
    app.clock.now += days(40)
    happen(app, 0, { action: 'database restored' })
    await offFor(app, days(2))
    expect(held(app)).toEqual(before)
    await runFor(app, hours(24))
    expect(held(app).applications).toBe(2)
  })

  test('makes no certificate for a day after such a start, and lets documents wait', async () => {
    const app = testApp()
    await submit(app.browser())
    restartAfter(app, days(8))
    await issueAll(app)
    expect(storedDocuments(app)).toMatchObject([{ sealedAt: null }])
    expect(warningsOf(app.deps)).toContain(healthWarnings.doubtedClock)
    app.clock.now += hours(24)
    await issueAll(app)
    expect(storedDocuments(app)).toMatchObject([{ sealedAt: app.clock.now }])
  })
})

test('deletes what is due at a start six days after the last event', async () => {
  const app = await fullApp()
  app.clock.now += days(40)
  happen(app)
  await offFor(app, days(6))
  expect([held(app).applications, warnings(app)]).toEqual([2, []])
})

test('trusts the clock at the first start', () => {
  const app = testApp()
  restartAfter(app, days(400))
  expect(clockDoubt(app.deps)).toBeNull()
})

describe('while the newest event lies in the future', () => {
  test('deletes nothing while the newest event is in the future, until the clock is set or an event follows', async () => {
    const app = await fullApp()
    const { deps } = app
    happen(app, days(400))
    const before = held(app)
    app.clock.now += days(40)
    await cleanUp(deps)
    expect(held(app)).toEqual(before)
    expect(clockDoubt(deps)).toContain('the last event is of 25 December 2027')
    happen(app)
    await cleanUp(deps)
    expect(held(app).applications).toBe(2)
  })
})

describe('a clock that is set while the server runs', () => {
  test.each([days(40), -days(40)])(
    'deletes nothing until the next start after the clock was set by %i ms',
    async (moved) => {
      const app = await fullApp()
      app.clock.now += days(40)
      setClock(app, moved)
      happen(app)
      const before = held(app)
      await runFor(app, hours(2))
      expect(held(app)).toEqual(before)
      expect(clockDoubt(app.deps)).toContain('moved')
    },
  )

  test('trusts the clock again once it is corrected', async () => {
    const app = await fullApp()
    setClock(app, days(40))
    expect(clockDoubt(app.deps)).toContain('moved forward by more than an hour')
    setClock(app, -days(40))
    expect(clockDoubt(app.deps)).toBeNull()
  })

  test('trusts a clock that was set by less than an hour', async () => {
    const app = await fullApp()
    setClock(app, hours(1))
    expect(clockDoubt(app.deps)).toBeNull()
  })
})
