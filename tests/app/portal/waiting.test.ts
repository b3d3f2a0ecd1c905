import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { jobs } from '#db/schema/jobs.ts'
import { days, hours } from '#src/domain/calendar.ts'
import { createMessage } from '#src/domain/mailing/message.ts'
import { cleanUp } from '#src/domain/maintenance/clean-up.ts'
import type { EmailKind } from '#src/mail/messages/kinds.ts'
import { adminBrowser } from '../../support/app/admins.ts'
import { submit } from '../../support/app/applicants.ts'
import { clientBrowser, emailsOf } from '../../support/app/clients.ts'
import { restartAfter } from '../../support/app/passing-time.ts'
import { review } from '../../support/app/review.ts'
import { type TestApp, testApp } from '../../support/app/test-app.ts'
import { answer, ask } from '../../support/requests.ts'

/** Runs the clean-up some time later. */
async function later(app: TestApp, time: number) {
  app.clock.now += time
  await cleanUp(app.deps)
}

const sent = ({ deps, clock }: TestApp, kind: EmailKind) =>
  deps.db.orm
    .update(jobs)
    .set({ state: 'sent', sentAt: clock.now })
    .where(eq(jobs.kind, kind))
    .run()

describe('the reminder', () => {
  test('reminds the customer of a question once, three days after its email was sent', async () => {
    const app = testApp()
    const id = await submit(app.browser())
    await ask(await adminBrowser(app), id, 'Who owns it?')
    await later(app, days(5))
    expect(emailsOf(app, 'information-reminder')).toEqual([])
    sent(app, 'information-request')
    await later(app, days(3) - hours(1))
    expect(emailsOf(app, 'information-reminder')).toEqual([])
    for (const time of [hours(1), hours(1), days(4)]) await later(app, time)
    expect(emailsOf(app, 'information-reminder')).toMatchObject([
      { application: id, text: 'Who owns it?' },
    ])
    const admin = await adminBrowser(app)
    const { json, text } = await admin.get(`/api/applications/${id}`)
    expect(json?.requests).toMatchObject([{ remindedAt: '2026-11-28T10:00:00.000Z' }])
    expect(text).toContain('customer reminded')
  })

  test('reminds nobody who has answered, and nobody while the clock may be wrong', async () => {
    const app = testApp()
    const id = await submit(app.browser())
    const asked = await submit(app.browser(), { mainEmail: 'other@example.com' })
    const admin = await adminBrowser(app)
    await ask(admin, id, 'Who owns it?')
    await ask(admin, asked, 'Who owns it?')
    await answer(clientBrowser(app, id), { answer: 'Jo' })
    sent(app, 'information-request')
    await cleanUp(app.deps)
    restartAfter(app, days(30))
    await cleanUp(app.deps)
    expect(emailsOf(app, 'information-reminder')).toEqual([])
    await later(app, hours(24))
    expect(emailsOf(app, 'information-reminder')).toMatchObject([{ application: asked }])
  })
})

test('sends no email about an answered request, not even by Resend', async () => {
  const { app, id, admin } = await review()
  await ask(admin, id, 'Who owns it?')
  const row = app.deps.db.orm.select().from(jobs).where(eq(jobs.kind, 'information-request')).get()
  const settings = {
    fromName: 'Example Supplies',
    fromEmail: 'accounts@example.com',
  } as Parameters<typeof createMessage>[2]
  const message = () => row && createMessage(app.deps, row, settings)
  expect(message()?.text).toContain('Who owns it?')
  expect(message()?.text).toContain('/client/set-password?token=')
  await answer(clientBrowser(app, id), { answer: 'Jo' })
  expect(message()).toBeNull()
})

test('shows in the list whom the application waits for, and does not count the customer’s days', async () => {
  const app = testApp()
  const id = await submit(app.browser())
  // The application waited from Friday to Monday, a question was open until Wednesday, and today is Thursday.
  app.clock.now += days(3)
  await ask(await adminBrowser(app), id, 'Who owns it?')
  const dashboard = async () => {
    const { text } = await (await adminBrowser(app)).get('/admin/dashboard')
    return /<table class="table table-applications table-cards".*?<\/table>/s.exec(text)?.[0]
  }
  expect(await dashboard()).toContain('Waiting for the customer')
  app.clock.now += days(2)
  expect(await dashboard()).toContain('Waited 1 working day')
  await answer(clientBrowser(app, id), { answer: 'Jo' })
  app.clock.now += days(1)
  const text = await dashboard()
  expect(text).not.toContain('Waiting for the customer')
  expect(text).toContain('Waiting 2 working days')
})
