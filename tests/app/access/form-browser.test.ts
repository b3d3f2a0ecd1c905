import { describe, expect, test } from 'vitest'
import { adminBrowser } from '../../support/app/admins.ts'
import { submit } from '../../support/app/applicants.ts'
import { finalSave, sectionSave } from '../../support/app/application-answers.ts'
import type { Browser } from '../../support/app/browser.ts'
import { clientBrowser, password, passwordToken } from '../../support/app/clients.ts'
import { issueAll, storedDocuments } from '../../support/app/documents.ts'
import { type TestApp, testApp } from '../../support/app/test-app.ts'

const days = 24 * 60 * 60 * 1000
const pathOf = (id: string) => `/api/applications/${id}/pdf`

/** Returns the bytes of a document that this browser gets, or the status of the refusal. */
async function opened(app: TestApp, browser: Browser, path: string) {
  const cookie = [...browser.cookies].map((pair) => pair.join('=')).join('; ')
  const answer = await app.request(path, { headers: { cookie } })
  return answer.status === 200 ? Buffer.from(await answer.arrayBuffer()) : answer.status
}

describe('the browser that submitted an application', () => {
  test('opens the signed document for 7 days, but no later document', async () => {
    const app = testApp()
    const browser = app.browser()
    const id = await submit(browser)
    await issueAll(app)
    const signed = storedDocuments(app)[0]?.pdf
    await clientBrowser(app, id).put('/api/client/application/buyer', { buyerName: 'Later' })
    const admin = await adminBrowser(app)
    await admin.patch(`/api/applications/${id}/approve`, { customerCode: 'CODE-77' })
    await issueAll(app)
    for (const version of ['', '?version=signed', '?version=current'])
      expect(await opened(app, browser, pathOf(id) + version)).toEqual(signed)
    expect(await opened(app, browser, `${pathOf(id)}?version=countersigned`)).toBe(404)
    expect(app.pdf.made).toEqual([])
    app.clock.now += 7 * days
    expect(await opened(app, browser, pathOf(id))).toBe(404)
  })

  test('shows the applicant that the document is being made, and opens it once it is ready', async () => {
    const app = testApp()
    const browser = app.browser()
    const id = await submit(browser)
    const answer = await browser.get(pathOf(id), { accept: 'text/html' })
    expect([answer.status, answer.headers.get('refresh')]).toEqual([503, '5'])
    expect(answer.text).toContain('This page opens it as soon')
    expect(answer.text).not.toContain('went wrong')
    await issueAll(app)
    const after = await browser.get(pathOf(id), { accept: 'text/html' })
    expect([after.status, after.headers.get('refresh')]).toEqual([200, null])
  })

  test.each<[string, (app: TestApp, id: string) => Promise<{ status: number }>]>([
    ['a password is set', setPassword],
    [
      'an administrator moves the sign-in',
      async (app, id) =>
        (await adminBrowser(app)).postForm(`/admin/applications/${id}`, {
          action: 'move',
          signInEmail: 'moved@example.com',
        }),
    ],
    [
      'an administrator corrects the main address',
      async (app, id) =>
        (await adminBrowser(app)).patch(`/api/applications/${id}`, {
          mainEmail: 'right@example.com',
        }),
    ],
    [
      'the customer changes the main address',
      (app, id) =>
        clientBrowser(app, id).put('/api/client/application/business', {
          mainEmail: 'other@example.com',
        }),
    ],
  ])('opens no document for the browser that submitted once %s', async (_, change) => {
    const app = testApp()
    const browser = app.browser()
    const key = { 'idempotency-key': 'k'.repeat(22) }
    const { json } = await browser.post('/api/applications', sectionSave(4), key)
    const id = String(json?.id)
    await browser.put(`/api/applications/${id}`, finalSave())
    await issueAll(app)
    expect((await browser.get(pathOf(id))).status).toBe(200)
    expect((await change(app, id)).status).toBeLessThan(400)
    expect((await browser.get(pathOf(id))).status).toBe(404)
    expect((await browser.get('/success')).text).toContain(
      'There is no reference number in this address',
    )
    expect(app.dump()).toMatchObject({
      draft_tokens: [],
      idempotency_keys: [{ application: null }],
    })
  })
})

const setPassword = (app: TestApp, id: string) =>
  app.browser().post('/api/client/set-password', { token: passwordToken(app, id), password })
