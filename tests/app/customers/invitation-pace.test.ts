import { eq } from 'drizzle-orm'
import { expect, onTestFinished, test, vi } from 'vitest'
import { outbox } from '#db/schema/mail.ts'
import { hours, minutes } from '#src/domain/durations.ts'
import { startOutbox } from '#src/domain/mailing/worker.ts'
import { enqueue, wakeOutbox } from '#src/domain/outbox/enqueue.ts'
import { takeDue } from '#src/domain/outbox/queue.ts'
import { adminBrowser } from '../../support/app/admins.ts'
import { type TestApp, testApp } from '../../support/app/test-app.ts'
import { csvOf, customerRows } from '../../support/customer-files.ts'
import { importChecked, upload } from '../../support/customers.ts'
import { putEmails, saveMailSettings, smtpSettings } from '../../support/mail/mail-settings.ts'
import { smtpServer } from '../../support/mail/smtp-server.ts'

type Row = { kind: string; state: string; next_at: number; sent_at: number }

const rows = (app: TestApp) => app.dump().outbox as Row[]
const sent = (app: TestApp) => rows(app).filter(({ state }) => state === 'sent')
const isWaiting = ({ state }: Row) => state === 'waiting'
const dueIn = (app: TestApp) =>
  rows(app)
    .filter(isWaiting)
    .map(({ next_at }) => next_at - app.clock.now)
    .sort((one, other) => one - other)

async function invited() {
  const app = testApp()
  const server = await smtpServer()
  const browser = await adminBrowser(app)
  await upload(app, browser, csvOf(...customerRows(4)))
  await importChecked(app, browser, { invite: 'yes' })
  app.clock.now += hours(3)
  const worker = startOutbox(app.deps)
  onTestFinished(() => worker.stop())
  return { app, server }
}

test('invitations of an import keep their pace when email is set up later, behind other emails', async () => {
  const { app, server } = await invited()
  putEmails(app, 1)
  saveMailSettings(app, smtpSettings(server.port))
  await vi.waitFor(() => expect(sent(app)).toHaveLength(2), 10_000)
  expect(server.arrived[0]?.to).toEqual(['team@example.com'])
  expect(dueIn(app)).toEqual([500, 1000, 1500])
  app.clock.now += 1000
  wakeOutbox(app.deps)
  await vi.waitFor(() => expect(sent(app)).toHaveLength(4), 10_000)
  expect(dueIn(app)).toEqual([500])
})

test('invitations keep their pace when the mail server comes back after a time', async () => {
  const { app, server } = await invited()
  server.answer.auth = false
  saveMailSettings(app, smtpSettings(server.port))
  await vi.waitFor(() => expect(server.signIns.length).toBeGreaterThan(0), 10_000)
  await vi.waitFor(() => expect(rows(app).every(isWaiting)).toBe(true), 10_000)
  server.answer.auth = true
  app.clock.now += minutes(30)
  wakeOutbox(app.deps)
  await vi.waitFor(() => expect(sent(app)).toHaveLength(2), 10_000)
  expect(dueIn(app)).toEqual([500, 1000])
})

test('an email about a customer goes before the invitation whose turn comes later, not before one that is due', () => {
  const app = testApp()
  for (const [application, dueIn] of Object.entries({ due: 0, later: minutes(80) })) {
    const to = { name: 'Sample Ltd', address: `${application}@example.com` }
    const about = { application, businessName: 'Sample Ltd', to, client: 1, customerCode: 'C-1' }
    enqueue(app.deps, { kind: 'portal-invitation', ...about }, 'invitation', { dueIn })
    putEmails(app, 1, application)
  }
  // tried once while the mail server was down, and put off with the others since
  app.deps.db.orm.update(outbox).set({ attempts: 1 }).where(eq(outbox.application, 'later')).run()
  const taken = () => takeDue(app.deps)
  expect(taken()).toMatchObject({ application: 'later', kind: 'new-application' })
  expect(taken()).toMatchObject({ application: 'due', kind: 'portal-invitation' })
  expect(taken()).toBeNull()
})
