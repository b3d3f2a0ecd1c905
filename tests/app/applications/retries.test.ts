import { expect, test } from 'vitest'
import { finalSave, sectionSave } from '../../support/app/application-answers.ts'
import type { Browser } from '../../support/app/browser.ts'
import { issueAll } from '../../support/app/documents.ts'
import { testApp } from '../../support/app/test-app.ts'

const day = 24 * 60 * 60 * 1000
const key = { 'idempotency-key': 'f0a1b2c3-0000-4000-8000-0123456789ab' }
const save = sectionSave(1)

test('a retry with the same key gets the first answer, and one application is stored', async () => {
  const app = testApp()
  const browser = app.browser()
  const first = await browser.post('/api/applications', save, key)
  const again = await browser.post('/api/applications', save, key)
  expect([first.status, again.status]).toEqual([201, 201])
  expect(again.json).toEqual(first.json)
  expect(app.dump().applications).toHaveLength(1)
  expect(app.dump().events).toHaveLength(1)
})

test('a browser that never saw the first answer may write the draft after its retry', async () => {
  const app = testApp()
  await app.browser().post('/api/applications', save, key)
  const browser = app.browser()
  const again = await browser.post('/api/applications', save, key)
  const saved = await browser.put(`/api/applications/${again.json?.id}`, sectionSave(3))
  expect(saved.status).toBe(200)
})

test('a key that could be guessed counts only together with the cookie of the browser', async () => {
  const app = testApp()
  const guessable = { 'idempotency-key': 'k'.repeat(21) }
  const post = async (browser: Browser, headers = guessable) =>
    String((await browser.post('/api/applications', sectionSave(4), headers)).json?.id)
  const browser = app.browser()
  const before = await post(browser)
  const first = await post(browser)
  expect(first).not.toBe(before)
  expect(await post(browser)).toBe(first)
  expect(await post(app.browser())).not.toBe(first)
  const another = app.browser()
  await post(another)
  expect(await post(another)).not.toBe(first)
  const secret = { 'idempotency-key': 'k'.repeat(22) }
  expect(await post(app.browser(), secret)).toBe(await post(app.browser(), secret))
})

test('a key that made nothing is free: the corrected save goes through', async () => {
  const browser = testApp().browser()
  const wrong = await browser.post('/api/applications', sectionSave(1, { businessName: '' }), key)
  const right = await browser.post('/api/applications', save, key)
  expect([wrong.status, right.status]).toEqual([400, 201])
})

test('after the submit a retry of the first save gets the answer and no cookie', async () => {
  const app = testApp()
  const owner = app.browser()
  const made = await owner.post('/api/applications', save, key)
  const id = String(made.json?.id)
  await owner.put(`/api/applications/${id}`, finalSave())
  const late = app.browser()
  const again = await late.post('/api/applications', save, key)
  expect(again.json).toEqual({ id, status: 'submitted', completionPercentage: 100 })
  expect(again.headers.getSetCookie()).toEqual([])
  expect((await late.get(`/api/applications/${id}/pdf`)).status).toBe(401)
  const held = app.dump().draft_tokens as { access: string; expires_at: number }[]
  expect(held).toMatchObject([{ access: 'read', expires_at: app.clock.now + 7 * day }])
  await issueAll(app)
  expect((await owner.get(`/api/applications/${id}/pdf`)).status).toBe(200)
})
