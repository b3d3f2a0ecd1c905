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

test('an email is not sent when its person is erased while the worker waits to write it', async () => {
  const app = testApp()
  const server = await smtpServer()
  const id = await submit(app.browser())
  await issueAll(app)
  saveMailSettings(app, smtpSettings(server.port))
  const { db } = app.deps
  const sending = turn(app)
  // looked at between all steps, and let go now and then, because a step may wait for a timer
  for (let step = 1; !emails(app).some(({ state }) => state === 'leased'); step += 1)
    await (step % 1000 === 0 ? setImmediate() : Promise.resolve())
  const { release } = lockOf(db.path)
  await setImmediate()
  release()
  const application = db.orm.select().from(applications).where(eq(applications.id, id)).get()
  if (!application) throw new Error('The application is missing')
  transact(app.deps, (deps) => eraseApplication(deps, application, 'person erased'))
  expect(await sending).toBe('needless')
  expect(server.arrived).toEqual([])
})
