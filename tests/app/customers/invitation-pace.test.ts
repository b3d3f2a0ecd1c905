import { expect, onTestFinished, test, vi } from 'vitest'
import { hours } from '#src/domain/calendar.ts'
import { emailQueue } from '#src/domain/mailing/delivery.ts'
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
  await importFile(app, browser, csvOf(...customerRows(4)), { invite: 'yes' })
  app.clock.now += hours(3)
  const worker = startQueues(app.deps, emailQueue)
  onTestFinished(() => worker.stop())
  return { app, server }
}

test('sends the invitations of an import after other emails when email is set up later', async () => {
  const { app, server } = await invited()
  putEmails(app, 1)
  saveMailSettings(app, smtpSettings(server.port))
  await vi.waitFor(() => expect(sent(app)).toHaveLength(5), 10_000)
  expect(server.arrived[0]?.to).toEqual(['team@example.com'])
})
