import { expect, test } from 'vitest'
import { applications } from '#db/schema/applications.ts'
import { demoAdmin } from '#src/demo/accounts.ts'
import { seedApplications } from '#src/demo/seed.ts'
import { removeIdleDrafts } from '#src/domain/applications/drafts.ts'
import { analytics } from '#src/domain/dashboard/analytics.ts'
import { days } from '#src/domain/durations.ts'
import { acceptClock } from '#src/domain/maintenance/clock.ts'
import { cleanUp } from '#src/domain/maintenance/schedule.ts'
import { startDraft } from '../support/app/applicants.ts'
import { type TestApp, testApp } from '../support/app/test-app.ts'
import { pdfStandIn } from '../support/pdf/pdf-stand-in.ts'
import { makePng } from '../support/pdf/png-maker.ts'
import { stroke } from '../support/pdf/signatures.ts'

test('the demo keeps its data and its chart over a restart and the clean-ups of a fortnight', async () => {
  // what the two hundred signatures look like is of no matter here
  const app = testApp({
    deps: { pdf: { ...pdfStandIn(), signature: async () => makePng(stroke) } },
  })
  const admin = await demoAdmin(app.deps)
  await seedApplications(app.deps, admin)
  const numbers = analytics(app.deps)
  expect(numbers.totalApplications).toBeGreaterThan(180)
  const rates = numbers.monthlyStats.slice(0, -1).map(({ completionRate }) => completionRate)
  expect(Math.max(...rates.map((rate) => Math.abs(rate - 80)))).toBeLessThanOrEqual(20)
  expect(new Set(rates).size).toBeGreaterThan(3)
  expect(app.dump().outbox).not.toContainEqual(
    expect.objectContaining({ document: expect.any(Number) }),
  )
  const stored = app.dump()
  const before = withoutReminders(app)
  await seedApplications(app.deps, admin)
  app.clock.now += days(14)
  acceptClock(app.deps)
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

test('a demo that was stopped while it made its data goes on at the next start', async () => {
  const app = testApp()
  const admin = await demoAdmin(app.deps)
  const stopped = {
    ...app.deps,
    pdf: { ...app.pdf, signature: async () => Promise.reject('stopped') },
  }
  await expect(seedApplications(stopped, admin, 12)).rejects.toBe('stopped')
  await seedApplications(app.deps, admin, 12)
  expect(app.dump().applications?.length).toBeGreaterThan(8)
})

test('the demo adds nothing to a database with applications of its own', async () => {
  const app = testApp()
  await startDraft(app.browser())
  await seedApplications(app.deps, await demoAdmin(app.deps), 3)
  expect(app.dump().applications).toHaveLength(1)
})

test('a clean-up while a signature of the demo is drawn disturbs nothing', async () => {
  const pdf = pdfStandIn()
  const app = testApp({ deps: { pdf } })
  const { signature } = pdf
  pdf.signature = async (name) => {
    await removeIdleDrafts(app.deps)
    return signature(name)
  }
  await seedApplications(app.deps, await demoAdmin(app.deps), 10)
  expect(app.dump().documents?.length).toBeGreaterThan(3)
})
