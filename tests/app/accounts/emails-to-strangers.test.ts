import { describe, expect, test } from 'vitest'
import { submit } from '../../support/app/applicants.ts'
import {
  clientBrowser,
  email,
  emailsOf,
  password,
  passwordToken,
  signedIn,
} from '../../support/app/clients.ts'
import { type TestApp, testApp } from '../../support/app/test-app.ts'

test('the email to a replaced address does not show the new one, which anybody may have typed', async () => {
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
  test('sends nothing to an address that nobody has confirmed', async () => {
    const { app, alternate } = await customer()
    await alternate('victim@example.net', 10)
    const told = emailsOf(app, 'address-changed').map((sent) => (sent as Told).to.address)
    expect(new Set(told)).toEqual(new Set([email]))
  })

  test('sends three emails a day to the own former address, and none of it shows', async () => {
    const { app, id, alternate } = await customer()
    await alternate('victim@example.net', 10)
    expect(emailsOf(app, 'address-changed')).toHaveLength(3)
    app.clock.now += 24 * 60 * 60_000 + 1
    await (await customerOf(app, id)).alternate('victim@example.net', 10)
    expect(emailsOf(app, 'address-changed')).toHaveLength(6)
  })
})

test('the holder of an address gets three emails a day about it, however often it is tried', async () => {
  const app = testApp()
  await submit(app.browser())
  const apply = () => app.browser().post('/api/applications', { mainEmail: email })
  for (let hour = 0; hour < 30; hour++) {
    expect((await apply()).status).toBe(409)
    app.clock.now += 60 * 60_000
  }
  expect(emailsOf(app, 'duplicate-portal')).toHaveLength(6)
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
