import { describe, expect, test } from 'vitest'
import { adminBrowser } from '../../support/app/admins.ts'
import { stored } from '../../support/app/applicants.ts'
import { answers } from '../../support/app/application-answers.ts'
import { signedIn } from '../../support/app/clients.ts'
import { type TestApp, testApp } from '../../support/app/test-app.ts'

const calls = [
  ['GET', '/api/client/me'],
  ['GET', '/api/client/application'],
  ['GET', '/api/client/directors'],
  ['PUT', '/api/client/application/buyer'],
] as const

/** Browsers that are not signed in as a customer, whatever else they carry. */
const outsiders: Record<string, (app: TestApp) => Promise<Record<string, string>>> = {
  stranger: async () => ({}),
  'browser with a garbage cookie': async () => ({ client: 'x'.repeat(43) }),
  administrator: async (app) => Object.fromEntries((await adminBrowser(app)).cookies),
  "browser with a customer's secret in the admin's cookie": async (app) => {
    const { browser } = await signedIn(app, { mainEmail: 'third@example.com' })
    return { admin: browser.cookies.get('client') ?? '' }
  },
  'browser whose session has run out': async (app) => {
    const { browser } = await signedIn(app, { mainEmail: 'third@example.com' })
    app.clock.now += 2 * 60 * 60 * 1000
    return Object.fromEntries(browser.cookies)
  },
}

describe.each(calls)('%s %s', (method, path) => {
  const ask = (browser: ReturnType<TestApp['browser']>, name: string) =>
    browser.send(path, {
      method,
      ...(method === 'PUT' && {
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ buyerName: name }),
      }),
    })

  test.each(Object.keys(outsiders))('is 401 for a %s, and writes nothing', async (kind) => {
    const app = testApp()
    const { id } = await signedIn(app)
    const browser = app.browser()
    for (const [name, value] of Object.entries((await outsiders[kind]?.(app)) ?? {}))
      browser.cookies.set(name, value)
    const answer = await ask(browser, 'Written Sample')
    expect(answer.status, answer.text).toBe(401)
    expect(stored(app, id).application.buyerName).toBe(answers[4].buyerName)
  })

  test("is of the caller's own application, never of another one", async () => {
    const app = testApp()
    const first = await signedIn(app)
    const mine = { mainEmail: 'mine@example.com', businessName: 'Mine Ltd', buyerName: 'My Buyer' }
    const second = await signedIn(app, mine)
    const answer = await ask(second.browser, 'My New Buyer')
    expect(answer.status).toBe(200)
    expect(answer.text).not.toContain(answers[1].mainEmail)
    expect(answer.text).not.toContain(first.id)
    expect(stored(app, first.id).application.buyerName).toBe(answers[4].buyerName)
  })
})
