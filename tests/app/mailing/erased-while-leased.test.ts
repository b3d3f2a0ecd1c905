import { setImmediate } from 'node:timers/promises'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { applications } from '#db/schema/applications.ts'
import { transact } from '#db/transaction.ts'
import { eraseApplication } from '#src/domain/privacy/erase.ts'
import { submit } from '../../support/app/applicants.ts'
import { issueAll } from '../../support/app/documents.ts'
import { testApp } from '../../support/app/test-app.ts'
import { lockOf } from '../../support/app/write-lock.ts'
import { emails, saveMailSettings, smtpSettings, turn } from '../../support/mail/mail-settings.ts'
import { smtpServer } from '../../support/mail/smtp-server.ts'

test('sends no email to a person who is erased while the worker waits to write it', async () => {
  const app = testApp()
  const server = await smtpServer()
  saveMailSettings(app, smtpSettings(server.port))
  // The first sending loads modules, which takes longer than resolving promises.
  await submit(app.browser(), { mainEmail: 'first@example.com' })
  await issueAll(app)
  while ((await turn(app)) !== null && server.arrived.length < 2);
  const before = server.arrived.length
  const id = await submit(app.browser())
  await issueAll(app)
  const { db } = app.deps
  const sending = turn(app)
  while (!emails(app).some(({ state }) => state === 'leased')) await Promise.resolve()
  const { release } = lockOf(db.path)
  await setImmediate()
  release()
  const application = db.orm.select().from(applications).where(eq(applications.id, id)).get()
  if (!application) throw new Error('The application is missing')
  transact(app.deps, (deps) => eraseApplication(deps, application, 'person erased'))
  expect(await sending).toBe('needless')
  expect(server.arrived).toHaveLength(before)
})
