import { describe, expect, test } from 'vitest'
import { admins } from '#db/schema/admins.ts'
import { makeAdmin } from '../../support/app/admins.ts'
import { fillDraft, submit } from '../../support/app/applicants.ts'
import { sectionSave } from '../../support/app/application-answers.ts'
import {
  clientBrowser,
  email,
  emailsOf,
  password,
  passwordToken,
  signedIn,
} from '../../support/app/clients.ts'
import { type TestApp, testApp } from '../../support/app/test-app.ts'

test('does not show the new address in the email to the old one, because anybody may have typed it', async () => {
  const app = testApp()
  const { browser } = await signedIn(app)
  const mainEmail = 'call-0900-123456@evil.example'
  const saved = await browser.put('/api/client/application/business', { mainEmail })
  expect(saved.status).toBe(200)
  const emails = emailsOf(app, 'address-changed')
  expect(emails).toHaveLength(1)
  expect(JSON.stringify(emails)).not.toContain('evil.example')
})

describe('a customer who changes the main address there and back', () => {
  test('sends nothing to an unconfirmed main address that a customer changes there and back', async () => {
    const { app, alternate } = await customer()
    await alternate('victim@example.net', 10)
    const told = emailsOf(app, 'address-changed').map((sent) => (sent as Told).to.address)
    expect(new Set(told)).toEqual(new Set([email]))
  })

  test('sends three emails a day to a customer’s own former address, without showing the limit', async () => {
    const { app, id, alternate } = await customer()
    await alternate('victim@example.net', 10)
    expect(emailsOf(app, 'address-changed')).toHaveLength(3)
    app.clock.now += 24 * 60 * 60_000 + 1
    await (await customerOf(app, id)).alternate('victim@example.net', 10)
    expect(emailsOf(app, 'address-changed')).toHaveLength(6)
  })
})

test('sends the holder of an address three emails a day about attempts to use it', async () => {
  const app = testApp()
  await submit(app.browser())
  const apply = () => app.browser().post('/api/applications', { mainEmail: email })
  for (let hour = 0; hour < 30; hour++) {
    expect((await apply()).status).toBe(409)
    app.clock.now += 60 * 60_000
  }
  expect(emailsOf(app, 'duplicate-portal')).toHaveLength(6)
})

test('sends no more emails to a mailbox through its sub-addresses', async () => {
  const app = testApp()
  const tagged = [1, 2, 3, 4, 5].map((n) => `office+${n}@example.com`)
  for (const mainEmail of tagged.slice(0, 2)) await submit(app.browser(), { mainEmail })
  for (const mainEmail of tagged.slice(2)) await fillDraft(app.browser(), { mainEmail })
  for (let hour = 0; hour < 5; hour++) {
    for (const mainEmail of tagged) await app.browser().post('/api/applications', { mainEmail })
    app.clock.now += 60 * 60_000
  }
  const duplicates = [...emailsOf(app, 'duplicate-portal'), ...emailsOf(app, 'duplicate-draft')]
  expect(duplicates).toHaveLength(3)
})

test('sends a mailbox three password links a day, whatever its sub-addresses', async () => {
  const app = testApp({ limitFactor: 1 })
  const tagged = [1, 2, 3, 4].map((n) => `office+${n}@example.com`)
  for (const mainEmail of tagged) await submit(app.browser(), { mainEmail })
  for (const address of tagged)
    await app.browser().post('/api/client/forgot-password', { email: address })
  expect(emailsOf(app, 'set-password')).toHaveLength(3)
})

/** The same mailbox in five spellings. */
const spellings = ['office', 'OFFICE', 'Office', 'oFFice', 'officE'].map((name, at) =>
  at % 2 ? `${name}@Example.COM` : `${name}@example.com`,
)

test('sends a mailbox three password links a day, in upper or lower case', async () => {
  const app = testApp({ limitFactor: 1 })
  await submit(app.browser(), { mainEmail: spellings[0] })
  for (const email of spellings) await app.browser().post('/api/client/forgot-password', { email })
  expect(emailsOf(app, 'set-password')).toHaveLength(3)
})

test('sends a mailbox of staff three password links a day, in upper or lower case', async () => {
  const app = testApp({ limitFactor: 1 })
  await makeAdmin(app)
  app.deps.db.orm.update(admins).set({ email: spellings[0] }).run()
  for (const email of spellings) await app.browser().postForm('/admin/forgot-password', { email })
  expect(emailsOf(app, 'staff-password-link')).toHaveLength(3)
})

test('sends a mailbox three draft links a day, in upper or lower case', async () => {
  const app = testApp({ limitFactor: 1 })
  const browser = app.browser()
  const id = await fillDraft(browser)
  for (const mainEmail of spellings) {
    const saved = await browser.put(`/api/applications/${id}`, sectionSave(1, { mainEmail }))
    expect(saved.status).toBe(200)
    expect((await browser.post(`/api/applications/${id}/email-link`, {})).status).toBe(202)
    app.clock.now += 60_000
  }
  expect(emailsOf(app, 'draft-link')).toHaveLength(3)
})

test('sends a mailbox three draft links a day by sub-addresses, and three by its own address', async () => {
  const app = testApp({ limitFactor: 1 })
  const ask = async (mainEmail: string) => {
    const browser = app.browser()
    const id = await fillDraft(browser, { mainEmail })
    expect((await browser.post(`/api/applications/${id}/email-link`, {})).status).toBe(202)
  }
  for (let n = 1; n <= 4; n++) await ask(`office+${n}@example.com`)
  expect(emailsOf(app, 'draft-link')).toHaveLength(3)
  await ask('office@example.com')
  expect(emailsOf(app, 'draft-link')).toHaveLength(4)
})

type Told = { to: { address: string } }

async function customer() {
  const app = testApp()
  const id = await submit(app.browser())
  return customerOf(app, id)
}

async function customerOf(app: TestApp, id: string) {
  const token = passwordToken(app, id)
  await app.browser().post('/api/client/set-password', { token, password })
  const browser = clientBrowser(app, id)
  const alternate = async (other: string, times: number) => {
    for (let change = 0; change < times; change++) {
      const mainEmail = change % 2 ? email : other
      const saved = await browser.put('/api/client/application/business', { mainEmail })
      expect(saved.status).toBe(200)
    }
  }
  return { app, id, alternate }
}
