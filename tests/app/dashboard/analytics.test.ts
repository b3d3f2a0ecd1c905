import { expect, test } from 'vitest'
import { removeIdleDrafts } from '#src/domain/applications/idle.ts'
import { days } from '#src/domain/calendar.ts'
import { erasePerson } from '#src/domain/privacy/erase.ts'
import { removeRetired } from '#src/domain/privacy/retention.ts'
import { analytics } from '#src/domain/review/dashboard.ts'
import { adminBrowser } from '../../support/app/admins.ts'
import { fillDraft, startDraft, submit } from '../../support/app/applicants.ts'
import { finalSave } from '../../support/app/application-answers.ts'
import { retain } from '../../support/app/retention.ts'
import { type TestApp, testApp } from '../../support/app/test-app.ts'

test('shows zeros and twelve months for an empty database', () => {
  const numbers = analytics(testApp().deps)
  expect(numbers).toMatchObject({
    totalApplications: 0,
    completionRate: 0,
    pendingReview: 0,
    approvedToday: 0,
    businessTypeStats: [],
  })
  expect(numbers.monthlyStats.map(({ month }) => month)).toEqual([
    ...['2025-12', '2026-01', '2026-02', '2026-03', '2026-04', '2026-05'],
    ...['2026-06', '2026-07', '2026-08', '2026-09', '2026-10', '2026-11'],
  ])
})

test('shows submitted over started as the completion rate in whole percent, by month of creation', async () => {
  const app = testApp()
  app.clock.now = Date.parse('2026-09-10T10:00:00Z')
  const late = app.browser()
  const id = await fillDraft(late)
  await startDraft(app.browser())
  await startDraft(app.browser())
  app.clock.now = Date.parse('2026-10-01T10:00:00Z')
  expect(ratesOf(app)).toEqual([])
  await submitDraft(late, id)
  await startDraft(app.browser())
  expect(ratesOf(app)).toEqual([['2026-09', 33]])
  expect(analytics(app.deps)).toMatchObject({ completionRate: 25, pendingReview: 1 })
  const { text } = await (await adminBrowser(app)).get('/admin/dashboard')
  expect(text).toContain('<dd>+3.2% from last month</dd><dd>1 of 4 started</dd>')
})

test('keeps the figures of a past month when its drafts are removed and its people erased', async () => {
  const app = testApp()
  retain(app, { rejectedDays: 30 })
  app.clock.now = Date.parse('2026-06-10T10:00:00Z')
  await startDraft(app.browser())
  const erased = await submit(app.browser(), { mainEmail: 'erased@example.com' })
  const retired = await submit(app.browser(), { mainEmail: 'retired@example.com' })
  const admin = await adminBrowser(app)
  await admin.patch(`/api/applications/${retired}/reject`, { reason: 'No references' })
  const before = analytics(app.deps)
  expect(before).toMatchObject({ totalApplications: 3, completionRate: 67 })
  app.clock.now += days(40)
  await removeIdleDrafts(app.deps)
  await removeRetired(app.deps)
  await erasePerson(app.deps, erased)
  const { totalApplications, completionRate } = analytics(app.deps)
  expect([totalApplications, completionRate, ratesOf(app)]).toEqual([0, 67, [['2026-06', 67]]])
})

test.each([
  ['Europe/London', '2026-10-31T23:59:59Z', '2026-10'],
  ['Europe/London', '2026-03-31T23:30:00Z', '2026-04'],
  ['Pacific/Auckland', '2026-10-31T11:00:00Z', '2026-11'],
  ['America/New_York', '2026-11-01T03:59:59Z', '2026-10'],
  ['America/New_York', '2026-01-01T04:59:59Z', '2025-12'],
  ['Australia/Sydney', '2025-12-31T13:00:00Z', '2026-01'],
])('in %s an application of %s belongs to %s', async (APP_TIMEZONE, createdAt, month) => {
  const app = testApp({ env: { APP_TIMEZONE } })
  app.clock.now = Date.parse(createdAt)
  await submit(app.browser())
  expect(ratesOf(app)).toEqual([[month, 100]])
})

test('counts approvals from midnight in the supplier’s time zone as today’s', () => {
  const app = testApp({ env: { APP_TIMEZONE: 'Europe/Paris' } })
  app.clock.now = Date.parse('2026-07-10T09:00:00Z')
  insert(app, 'approved', '2026-07-09T21:59:59Z')
  insert(app, 'approved', '2026-07-09T22:00:00Z')
  insert(app, 'approved', '2026-07-10T08:00:00Z')
  insert(app, 'rejected', '2026-07-10T08:00:00Z')
  expect(analytics(app.deps).approvedToday).toBe(2)
})

const ratesOf = ({ deps }: TestApp) =>
  analytics(deps)
    .monthlyStats.filter(({ completionRate }) => completionRate > 0)
    .map(({ month, completionRate }) => [month, completionRate])

async function submitDraft(browser: ReturnType<TestApp['browser']>, id: string) {
  expect((await browser.put(`/api/applications/${id}`, finalSave())).status).toBe(200)
}

let made = 0

function insert({ deps }: TestApp, status: string, approvedAt: string) {
  made += 1
  deps.db.sqlite
    .prepare(
      'insert into applications (id, status, created_at, updated_at, approved_at) values (?, ?, 0, 0, ?)',
    )
    .run(`made-${made}`, status, Date.parse(approvedAt))
}
