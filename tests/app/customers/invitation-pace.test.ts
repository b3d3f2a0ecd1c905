import { eq } from 'drizzle-orm'
import { expect, onTestFinished, test, vi } from 'vitest'
import { jobs } from '#db/schema/jobs.ts'
import { hours, minutes } from '#src/domain/durations.ts'
import { enqueue } from '#src/domain/jobs/email-jobs.ts'
import { emailQueue, takeEmail } from '#src/domain/mailing/delivery.ts'
import { adminBrowser } from '../../support/app/admins.ts'
import { startQueues } from '../../support/app/jobs.ts'
import { type TestApp, testApp } from '../../support/app/test-app.ts'
import { csvOf, customerRows } from '../../support/customer-files.ts'
import { importFile } from '../../support/customers.ts'
import { putEmails, saveMailSettings, smtpSettings } from '../../support/mail/mail-settings.ts'
import { smtpServer } from '../../support/mail/smtp-server.ts'

type Row = { kind: string; state: string; next_at: number; sent_at: number }

const rows = (app: TestApp) => app.dump().jobs as Row[]
const sent = (app: TestApp) => rows(app).filter(({ state }) => state === 'sent')
async function invited() {
  const app = testApp()
  const server = await smtpServer()
  const browser = await adminBrowser(app)
  await importFile(browser, csvOf(...customerRows(4)), { invite: 'yes' })
  app.clock.now += hours(3)
  const worker = startQueues(app.deps, emailQueue)
  onTestFinished(() => worker.stop())
  return { app, server }
}

test('invitations of an import go behind other emails when email is set up later', async () => {
  const { app, server } = await invited()
  putEmails(app, 1)
  saveMailSettings(app, smtpSettings(server.port))
  await vi.waitFor(() => expect(sent(app)).toHaveLength(5), 10_000)
  expect(server.arrived[0]?.to).toEqual(['team@example.com'])
})

test('an email to a customer goes before the invitation whose turn comes later, not before one that is due', () => {
  const app = testApp()
  for (const [application, dueIn] of Object.entries({ due: 0, later: minutes(80) })) {
    const to = { name: 'Sample Ltd', address: `${application}@example.com` }
    const about = { application, businessName: 'Sample Ltd', to, client: 1, customerCode: 'C-1' }
    enqueue(app.deps, { kind: 'portal-invitation', ...about }, 'invitation', { dueIn })
    enqueue(app.deps, { kind: 'rejection', ...about, reason: null }, `rejection|${application}`)
  }
  // tried once while the mail server was down, and put off with the others since
  app.deps.db.orm.update(jobs).set({ attempts: 1 }).where(eq(jobs.application, 'later')).run()
  const taken = () => takeEmail(app.deps)
  expect(taken()).toMatchObject({ application: 'later', kind: 'rejection' })
  expect(taken()).toMatchObject({ application: 'due', kind: 'portal-invitation' })
  expect(taken()).toBeNull()
})
