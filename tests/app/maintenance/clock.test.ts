import { describe, expect, test } from 'vitest'
import { createDraftLink } from '#src/domain/applications/draft-links.ts'
import { days, hours } from '#src/domain/calendar.ts'
import { enqueue } from '#src/domain/jobs/email-jobs.ts'
import { cleanUp } from '#src/domain/maintenance/clean-up.ts'
import { clockDoubt } from '#src/domain/maintenance/clock.ts'
import { adminBrowser, reviewer } from '../../support/app/admins.ts'
import { fillDraft, submit } from '../../support/app/applicants.ts'
import { email, passwordToken, signedIn } from '../../support/app/clients.ts'
import { retain } from '../../support/app/retention.ts'
import { type TestApp, testApp } from '../../support/app/test-app.ts'

/** A server that has just swept, with something in it of every kind that is deleted by age. */
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
  app.logged().filter((line) => JSON.parse(line).msg.includes('Nothing is deleted by age'))

/** The server runs for so long, and cleans up every hour. */
async function runFor(app: TestApp, lasts: number) {
  for (let gone = 0; gone < lasts; gone += hours(1)) {
    app.clock.now += hours(1)
    await cleanUp(app.deps, hours(1))
  }
}

/** The server is off for so long, and cleans up after its start. */
async function offFor(app: TestApp, lasts: number) {
  app.clock.now += lasts
  await cleanUp(app.deps)
}

const notice = async (app: TestApp) => {
  const { text } = await (await adminBrowser(app)).get('/admin/dashboard')
  return /clock has moved[^<]*/.exec(text)?.[0]
}

describe('a clock that is 40 days ahead', () => {
  test('deletes nothing of any kind for 24 hours of running; log and dashboard say so', async () => {
    const app = await fullApp()
    expect([warnings(app), clockDoubt(app.deps), await notice(app)]).toEqual([[], null, undefined])
    const before = held(app)
    for (const count of Object.values(before)) expect(count).toBeGreaterThan(0)
    await offFor(app, days(40))
    expect(held(app)).toEqual(before)
    const [line = ''] = warnings(app)
    expect(line).toContain('says 30 December 2026 at 10:00')
    expect(line).toContain('run for 24 more hours, or an administrator confirms the clock')
    await runFor(app, hours(23))
    expect(held(app)).toEqual(before)
    expect(await notice(app)).toContain('says 31 December 2026 at 09:00')
    expect(await notice(app)).toContain('run for 1 more hour,')
    await runFor(app, hours(1))
    expect(held(app)).toMatchObject({ applications: 2, client_sessions: 0, draft_links: 0 })
    expect(await notice(app)).toBeUndefined()
    const lines = warnings(app).length
    await runFor(app, days(2))
    expect(warnings(app)).toHaveLength(lines)
  })

  test('waits for hours that the server runs: a night off does not count, and restarts nothing', async () => {
    const app = await fullApp()
    const before = held(app)
    await offFor(app, days(40))
    for (let day = 0; day < 2; day += 1) {
      await runFor(app, hours(10))
      await offFor(app, hours(14))
    }
    expect([clockDoubt(app.deps), held(app)]).toEqual([{ hoursLeft: 4 }, before])
    await runFor(app, hours(4))
    expect(held(app).applications).toBe(2)
  })

  test('is trusted at once when an administrator confirms it on the dashboard, which the history keeps', async () => {
    const app = await fullApp()
    await offFor(app, days(40))
    const browser = await adminBrowser(app)
    expect((await browser.get('/admin/dashboard')).text).toContain('The clock is right')
    for (const _ of ['pressed', 'pressed twice']) {
      const answer = await browser.postForm('/admin/dashboard', { action: 'confirm-clock' })
      expect(answer.headers.get('location')).toBe('/admin/dashboard')
    }
    expect((await browser.get('/admin/dashboard')).text).not.toContain('The clock is right')
    await cleanUp(app.deps)
    expect(held(app).applications).toBe(2)
    const confirmed = app.deps.db.sqlite.prepare('select actor_kind from events where action = ?')
    expect(confirmed.pluck().all('clock confirmed')).toEqual(['admin'])
  })

  test('cannot be confirmed by a reviewer, who is asked to inform an administrator', async () => {
    const app = await fullApp()
    await offFor(app, days(40))
    const browser = await adminBrowser(app, {
      ...reviewer,
      username: 'colleague',
      role: 'reviewer',
    })
    const { text } = await browser.get('/admin/dashboard')
    expect(text).not.toContain('The clock is right')
    expect(/clock has moved[^<]*/.exec(text)?.[0]).toContain('Please tell an administrator.')
    const answer = await browser.postForm('/admin/dashboard', { action: 'confirm-clock' })
    expect(answer.status).toBe(403)
    expect(clockDoubt(app.deps)).toEqual({ hoursLeft: 24 })
  })
})

describe('a clock that is behind', () => {
  test('by more than a day is doubted for 24 hours of running', async () => {
    const app = await fullApp()
    await offFor(app, -days(400))
    expect(warnings(app)).toHaveLength(1)
    await runFor(app, hours(23))
    expect(clockDoubt(app.deps)).toEqual({ hoursLeft: 1 })
    await runFor(app, hours(1))
    expect(clockDoubt(app.deps)).toBeNull()
    const before = held(app)
    await offFor(app, days(400))
    expect(held(app)).toEqual(before)
  })
})
