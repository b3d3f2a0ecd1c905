import { expect, test } from 'vitest'
import { currentWitness, witnessesIn, witnessText } from '#src/domain/audit/witness.ts'
import { sendTestEmail } from '#src/domain/mailing/test-email.ts'
import { adminBrowser } from '../../support/app/admins.ts'
import { submit } from '../../support/app/applicants.ts'
import { issueAll } from '../../support/app/documents.ts'
import { testApp } from '../../support/app/test-app.ts'
import { saveMailSettings, smtpSettings, turn } from '../../support/mail/mail-settings.ts'
import { smtpServer } from '../../support/mail/smtp-server.ts'

async function submitted() {
  const app = testApp()
  const server = await smtpServer()
  const id = await submit(app.browser())
  saveMailSettings(app, smtpSettings(server.port))
  return { app, server, id }
}

test('every email to the customer and the accounts team holds the end of the history, on one line and in the HTML', async () => {
  const { app, server, id } = await submitted()
  const admin = await adminBrowser(app)
  await admin.patch(`/api/applications/${id}/approve`, { customerCode: 'KEN001' })
  await issueAll(app)
  while ((await turn(app)) === 'sent');
  const witness = currentWitness(app.deps)
  if (!witness) throw new Error('There is no history')
  expect(server.arrived).toHaveLength(3)
  for (const { mail, raw } of server.arrived) {
    expect(mail.text).toContain(`History witness ${witnessText(witness)}\n`)
    expect(mail.html).toContain(witnessText(witness))
    // the saved email, as `verify --witnesses` reads it
    expect(witnessesIn(raw)).toEqual([witness])
  }
})

test('each email holds the history as it is when it is sent', async () => {
  const { app, server } = await submitted()
  await issueAll(app)
  await turn(app)
  saveMailSettings(app, smtpSettings(server.port, { fromName: 'Other' }))
  await turn(app)
  const [first, second] = server.arrived.flatMap(({ raw }) => witnessesIn(raw))
  expect(second?.event).toBe((first?.event ?? 0) + 1)
})

test('a test email holds none, because it is about nothing', async () => {
  const { app, server } = await submitted()
  await sendTestEmail(app.deps, 'jo@example.com')
  expect(server.arrived[0]?.mail.text).not.toContain('witness')
})
