import { expect, test } from 'vitest'
import { discardJob } from '#src/domain/jobs/resend.ts'
import { mailStatus } from '#src/domain/mailing/status.ts'
import { adminBrowser } from '../../support/app/admins.ts'
import { submit } from '../../support/app/applicants.ts'
import { type TestApp, testApp } from '../../support/app/test-app.ts'
import {
  officer,
  putEmails,
  saveMailSettings,
  smtpSettings,
  turn,
} from '../../support/mail/mail-settings.ts'
import { closedPort } from '../../support/mail/smtp-server.ts'

const dashboard = async (app: TestApp) =>
  (await (await adminBrowser(app)).get('/admin/dashboard')).text

test('says on the dashboard that email is not set up and what waits, and links to the settings', async () => {
  const app = testApp()
  expect(await dashboard(app)).toContain('Email is not set up, so nobody hears')
  putEmails(app, 2)
  const page = await dashboard(app)
  expect(page).toContain('Email is not set up: 2 emails waiting.')
  expect(page).toContain('<a href="/admin/email-settings">Open Email Settings</a>')
})

test('names the reason why a mail server fails for as long as an email is left behind', async () => {
  const app = testApp()
  saveMailSettings(app, smtpSettings(await closedPort()))
  putEmails(app, 1)
  expect(mailStatus(app.deps)).toBeNull()
  await turn(app)
  const reason = 'The server refused the connection'
  expect(mailStatus(app.deps)).toEqual({ kind: 'failing', emails: 1, reason })
  expect(await dashboard(app)).toContain(`1 email could not be sent: ${reason}.`)
  discardJob(app.deps, officer, 'email', 1)
  expect(mailStatus(app.deps)).toBeNull()
})

test('records a decision while mail is down, and says in its dialog and record that the email waits', async () => {
  const app = testApp()
  saveMailSettings(app, smtpSettings(await closedPort()))
  putEmails(app, 1)
  await turn(app)
  const id = await submit(app.browser())
  const admin = await adminBrowser(app)
  const record = `/admin/applications/${id}`
  const asked = (await admin.get(`${record}?dialog=approve`)).text
  expect(asked).toContain('The server refused the connection')
  expect(asked).toContain('The customer gets the email once emails can be sent again.')
  const approval = { action: 'approve', customerCode: 'DOWN-1' }
  expect((await admin.postForm(record, approval)).status).toBe(303)
  const { text } = await admin.get(record)
  expect(text).toContain('Approved by reviewer')
  expect(text).toMatch(/<strong>Approval<\/strong><span>Waiting to be sent/)
})

test('says that emails wait that no server accepts', async () => {
  const app = testApp()
  saveMailSettings(app, smtpSettings(25))
  putEmails(app, 2)
  const since = new Date(app.clock.now).toISOString()
  app.clock.now += 5 * 60_000
  expect(mailStatus(app.deps)).toEqual({ kind: 'waiting', emails: 2, since })
  expect(await dashboard(app)).toContain('2 emails have been waiting since')
})
