import { expect, test } from 'vitest'
import { minutes } from '#src/domain/calendar.ts'
import { takeEmail } from '#src/domain/mailing/delivery.ts'
import { adminBrowser, reviewer } from '../../support/app/admins.ts'
import { submit } from '../../support/app/applicants.ts'
import { answers } from '../../support/app/application-answers.ts'
import { clientBrowser, emailsOf } from '../../support/app/clients.ts'
import { type TestApp, testApp } from '../../support/app/test-app.ts'

const { buyerName } = answers[4]

test('sends one email for the edits of three minutes, with the first old and the last new values', async () => {
  const { app, save } = await customer()
  await save('buyer', { buyerName: 'First' })
  await save('delivery', { specialInstructions: 'Ring twice' })
  await save('buyer', { buyerName: 'Second' })
  expect(emailsOf(app, 'client-edit')).toMatchObject([
    {
      section: 'Buyer, Delivery',
      changes: [
        { field: 'buyerName', before: buyerName, after: 'Second' },
        { field: 'specialInstructions', before: null, after: 'Ring twice' },
      ],
    },
  ])
})

test('sends nothing for edits that end where they began', async () => {
  const { app, save } = await customer()
  await save('buyer', { buyerName: 'First' })
  await save('buyer', { buyerName })
  app.clock.now += minutes(3)
  expect(nextEmail(app)).toBeUndefined()
  await save('buyer', { buyerName: 'Later' })
  app.clock.now += minutes(3)
  expect(nextEmail(app)).toBe('client-edit')
})

test('names the owner of the application in the email about an edit', async () => {
  const { app, id, save } = await customer()
  const owner = await adminBrowser(app)
  const taken = await owner.postForm(`/admin/applications/${id}`, { action: 'take', owner: '' })
  expect(taken.status).toBe(303)
  await save('buyer', { buyerName: 'First' })
  expect(emailsOf(app, 'client-edit')).toMatchObject([{ owner: reviewer.username }])
})

/** A customer of a new application whose own emails have gone. */
async function customer() {
  const app = testApp()
  const id = await submit(app.browser())
  app.deps.db.sqlite.prepare("update jobs set state = 'sent'").run()
  const browser = clientBrowser(app, id)
  const save = async (section: string, fields: Record<string, string>) => {
    expect((await browser.put(`/api/client/application/${section}`, fields)).status).toBe(200)
  }
  return { app, id, save }
}

const nextEmail = (app: TestApp) => takeEmail(app.deps)?.kind
