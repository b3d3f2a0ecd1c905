import { expect, test } from 'vitest'
import { applications } from '#db/schema/applications.ts'
import { demoAdmin, saveDemoCompany } from '#src/demo/accounts.ts'
import { makeFirstDocuments, seedApplications } from '#src/demo/seed.ts'
import { days, minutes } from '#src/domain/calendar.ts'
import { companyOf } from '#src/domain/company/company.ts'
import { lateDocuments } from '#src/domain/documents/stored-documents.ts'
import { markSent } from '#src/domain/jobs/jobs.ts'
import { takeEmail } from '#src/domain/mailing/delivery.ts'
import { cleanUp } from '#src/domain/maintenance/clean-up.ts'
import { analytics } from '#src/domain/review/dashboard.ts'
import { startDraft, submit } from '../support/app/applicants.ts'
import { issueAll, storedDocuments } from '../support/app/documents.ts'
import { type TestApp, testApp } from '../support/app/test-app.ts'
import { emails } from '../support/mail/mail-settings.ts'
import { pdfStandIn } from '../support/pdf/pdf-stand-in.ts'
import { makePng } from '../support/pdf/png-maker.ts'
import { read, stroke } from '../support/pdf/signatures.ts'

test('keeps the demo’s data and chart through a restart and a fortnight of clean-ups', async () => {
  // The look of the two hundred signatures does not matter here.
  const app = testApp({
    deps: { pdf: { ...pdfStandIn(), signature: async () => read(makePng(stroke)) } },
  })
  const admin = await demoAdmin(app.deps)
  saveDemoCompany(app.deps, admin)
  expect(companyOf(app.deps)).toMatchObject({
    legal: expect.stringMatching(/^Registered address: .* Company number: /),
    telephone: expect.any(String),
  })
  await seedApplications(app.deps, admin)
  const happened = app.deps.db.sqlite
    .prepare('select at from events where application is not null order by seq')
    .pluck()
    .all() as number[]
  expect(happened).toEqual(happened.toSorted((a, b) => a - b))
  const numbers = analytics(app.deps)
  expect(numbers.totalApplications).toBeGreaterThan(180)
  const rates = numbers.monthlyStats.slice(0, -1).map(({ completionRate }) => completionRate)
  expect(Math.max(...rates.map((rate) => Math.abs(rate - 80)))).toBeLessThanOrEqual(20)
  expect(new Set(rates).size).toBeGreaterThan(3)
  expect(emails(app).map(({ document }) => document)).not.toContainEqual(expect.any(Number))
  const stored = app.dump()
  const before = withoutReminders(app)
  await seedApplications(app.deps, admin)
  app.clock.now += days(14)
  await cleanUp(app.deps)
  expect(withoutReminders(app)).toEqual(before)
  expect(app.dump().monthly_tally).toEqual(stored.monthly_tally)
})

/** Reminders of unfinished drafts are sent meanwhile. */
const withoutReminders = (app: TestApp) =>
  app.deps.db.orm
    .select()
    .from(applications)
    .all()
    .map(({ remindedAt: _, ...row }) => row)

test('does not let what people sign in the demo wait for the documents and emails of its samples', async () => {
  const app = testApp()
  await seedApplications(app.deps, await demoAdmin(app.deps), 40)
  const waiting = () => storedDocuments(app).filter(({ sealedAt }) => sealedAt === null)
  const undecided = app.deps.db.orm
    .select()
    .from(applications)
    .all()
    .filter(({ status }) => status === 'submitted')
  await makeFirstDocuments(app.deps)
  expect(app.pdf.rendered.map(({ id }) => id)).toEqual(undecided.map(({ id }) => id))
  const samples = waiting().length
  expect(samples).toBeGreaterThan(40)
  expect(lateDocuments(app.deps)).toBeNull()
  app.clock.now += 5 * 60_000
  expect(lateDocuments(app.deps)).toBeNull()
  app.clock.now += 60_000
  expect(lateDocuments(app.deps)).not.toBeNull()
  app.clock.now -= 6 * 60_000
  const own = await submit(app.browser())
  await issueAll(app)
  expect(app.pdf.rendered.at(-1)?.id).toBe(own)
  expect(waiting()).toHaveLength(samples)
  const sent = new Set<string | null>()
  for (let row = takeEmail(app.deps); row; row = takeEmail(app.deps)) {
    markSent(app.deps, row)
    sent.add(row.application)
  }
  expect([...sent].sort()).toEqual([...undecided.map(({ id }) => id), own].sort())
  app.clock.now += minutes(10)
  await issueAll(app)
  expect(waiting()).toEqual([])
})

test('adds nothing to a database with applications of its own in the demo', async () => {
  const app = testApp()
  await startDraft(app.browser())
  await seedApplications(app.deps, await demoAdmin(app.deps), 3)
  expect(app.dump().applications).toHaveLength(1)
})
