import { describe, expect, test } from 'vitest'
import { fillDraft, startDraft } from '../../support/app/applicants.ts'
import { answers, sectionSave } from '../../support/app/application-answers.ts'
import type { Answer, Browser } from '../../support/app/browser.ts'
import { signedIn } from '../../support/app/clients.ts'
import { type TestApp, testApp } from '../../support/app/test-app.ts'

const taken = 'office@sample-calibration.example.com'
const free = 'nobody-has-this@example.com'
/** Three taken addresses an hour instead of 60, while the other limits are far away. */
const most = 3

async function app(): Promise<TestApp> {
  const app = testApp({ limitFactor: most / 60 })
  await fillDraft(app.browser())
  return app
}

const tries: [name: string, (browser: Browser, id: string, address: string) => Promise<Answer>][] =
  [
    [
      'a first save',
      (browser, _, mainEmail) => browser.post('/api/applications', sectionSave(1, { mainEmail })),
    ],
    [
      'a later save',
      (browser, id, mainEmail) =>
        browser.put(`/api/applications/${id}`, sectionSave(1, { mainEmail })),
    ],
    [
      'a form without scripts',
      (browser, _, mainEmail) =>
        browser.postForm('/client-form', { mainEmail, section: '1', step: 'next:1' }),
    ],
  ]

describe('taken addresses cannot be tried without end', () => {
  test.each(tries)('by %s', async (_, ask) => {
    const browser = (await app()).browser()
    const id = await startDraft(browser)
    for (let count = 0; count < most; count += 1)
      expect((await ask(browser, id, taken)).status).toBe(409)
    for (const address of [taken, free]) {
      const answer = await ask(browser, id, address)
      expect(answer.status).toBe(429)
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(3500)
      expect(answer.text).not.toContain('already exists')
    }
  })

  test('but the draft at hand is saved on, and sections without an address', async () => {
    const browser = (await app()).browser()
    const id = await startDraft(browser)
    const save = (section: 1 | 3, changes = {}) =>
      browser.put(`/api/applications/${id}`, sectionSave(section, changes))
    expect((await save(1, { mainEmail: free })).status).toBe(200)
    for (let count = 0; count < most; count += 1)
      expect((await save(1, { mainEmail: taken })).status).toBe(409)
    expect((await save(1, { mainEmail: free.toUpperCase() })).status).toBe(200)
    expect((await save(3)).status).toBe(200)
  })

  test('nor by a customer who is signed in, in the portal with scripts or without', async () => {
    const it = await app()
    const { browser } = await signedIn(it, { mainEmail: 'signed-in@example.com' })
    const call = (mainEmail: string) =>
      browser.put('/api/client/application/business', { mainEmail })
    const post = (mainEmail: string) =>
      browser.postForm('/client-portal', {
        ...answers[1],
        businessTypes: 'PLC',
        section: 'business',
        mainEmail,
      })
    expect((await call(taken)).status).toBe(409)
    expect((await post(taken)).status).toBe(409)
    expect((await call(taken)).status).toBe(409)
    for (const address of [taken, free])
      for (const ask of [call, post]) {
        const answer = await ask(address)
        expect(answer.status).toBe(429)
        expect(answer.text).not.toContain('already exists')
      }
    const own = await browser.put('/api/client/application/business', {
      mainEmail: 'Signed-In@example.com',
      telephone: '020 7946 0001',
    })
    expect(own.status).toBe(200)
  })
})
