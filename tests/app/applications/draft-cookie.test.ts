import { expect, test } from 'vitest'
import { startDraft, stored, submit } from '../../support/app/applicants.ts'
import { answers, sectionSave } from '../../support/app/application-answers.ts'
import { testApp } from '../../support/app/test-app.ts'

const day = 24 * 60 * 60 * 1000

test('sets one cookie at the first save, for 30 days and hidden from scripts', async () => {
  const { headers } = await testApp().browser().post('/api/applications', sectionSave(4))
  const cookies = headers.getSetCookie()
  expect(cookies).toHaveLength(1)
  expect(cookies[0]).toMatch(/^draft=[\w-]{43}; /)
  expect(cookies[0]?.split('; ').slice(1).sort()).toEqual([
    'HttpOnly',
    'Max-Age=2592000',
    'Path=/',
    'SameSite=Lax',
  ])
})

test('replaces a cookie that somebody planted in the browser', async () => {
  const app = testApp()
  const browser = app.browser()
  browser.cookies.set('draft', 'planted-by-somebody-else-planted-by-somebody')
  const id = await startDraft(browser)
  expect(browser.cookies.get('draft')).not.toContain('planted')
  const thief = app.browser()
  thief.cookies.set('draft', 'planted-by-somebody-else-planted-by-somebody')
  expect((await thief.put(`/api/applications/${id}`, sectionSave(4))).status).toBe(404)
})

test('gives two browsers two secrets and stores neither', async () => {
  const app = testApp()
  const [one, two] = [app.browser(), app.browser()]
  await startDraft(one)
  await startDraft(two)
  const secrets = [one, two].map(({ cookies }) => cookies.get('draft') ?? '')
  expect(new Set(secrets).size).toBe(2)
  for (const secret of secrets) expect(JSON.stringify(app.dump())).not.toContain(secret)
})

test('keeps a draft for 30 days from its last save, in the browser too', async () => {
  const app = testApp()
  const browser = app.browser()
  const id = await startDraft(browser)
  const path = `/api/applications/${id}`
  for (const save of [
    () => browser.put(path, sectionSave(4)),
    () => browser.post(`${path}/directors`, { directors: [{ name: 'Sample' }] }),
    () => browser.put(path, sectionSave(4)),
  ]) {
    app.clock.now += 29 * day
    const { status, headers } = await save()
    expect([status, headers.getSetCookie().join()]).toEqual([
      200,
      expect.stringContaining('Max-Age=2592000'),
    ])
  }
})

test('lets the owner read for 7 days after the submit, and does not extend that by reading', async () => {
  const app = testApp()
  const browser = app.browser()
  const id = await submit(browser)
  app.clock.now += 6 * day
  const again = await browser.put(`/api/applications/${id}`, sectionSave(3))
  const listed = await browser.post(`/api/applications/${id}/directors`, answers[2])
  expect([again.status, listed.status]).toEqual([200, 200])
  app.clock.now += day
  expect((await browser.get(`/api/applications/${id}/pdf`)).status).toBe(404)
  expect(stored(app, id).application.status).toBe('submitted')
})
