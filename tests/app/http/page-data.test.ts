import { expect, test } from 'vitest'
import { adminBrowser, reviewer } from '../../support/app/admins.ts'
import { submit } from '../../support/app/applicants.ts'
import type { Browser } from '../../support/app/browser.ts'
import { testApp } from '../../support/app/test-app.ts'

const json = { accept: 'application/json' }

async function desk() {
  const app = testApp()
  const id = await submit(app.browser())
  const admin = await adminBrowser(app)
  return { app, admin, id, page: `/admin/applications/${id}` }
}

const postForJson = (browser: Browser, path: string, fields: Record<string, string>) =>
  browser.send(path, {
    method: 'POST',
    headers: { ...json, 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(fields).toString(),
  })

test('sends a page’s data to its island, and lets no cache keep the page or the data', async () => {
  const { admin, page } = await desk()
  const data = await admin.get(page, json)
  expect(data.json).toMatchObject({ role: 'administrator', waiting: { isLate: false } })
  const html = await admin.get(page)
  expect(html.text).toContain('<!doctype html>')
  for (const { headers } of [data, html]) {
    expect(headers.get('vary')).toContain('Accept')
    expect(headers.get('cache-control')).toContain('no-store')
  }
})

test('sends a viewer’s page no colleagues and no forms', async () => {
  const { app, page } = await desk()
  const viewer = await adminBrowser(app, { ...reviewer, username: 'viewer', role: 'viewer' })
  const { json: data } = await viewer.get(page, json)
  expect(data).toMatchObject({ role: 'viewer', colleagues: [], forms: {}, codeWarnings: [] })
})

test('answers an island with 401 and 404 and a message, and a browser with the sign-in or a page', async () => {
  const { app, admin, page } = await desk()
  const stranger = await app.browser().get(page, json)
  expect([stranger.status, stranger.json]).toEqual([401, { message: 'Please sign in' }])
  const unknown = await admin.get('/admin/applications/0000-0000-0000', json)
  expect([unknown.status, unknown.json]).toEqual([404, { message: 'Application Not Found' }])
  const nowhere = await admin.get('/nowhere', json)
  expect([nowhere.status, nowhere.json]).toEqual([404, { message: 'Not found' }])
})

test('tells an island after an action which page comes next and which message to show', async () => {
  const { admin, page } = await desk()
  const { status, json } = await postForJson(admin, page, { action: 'note', note: 'By an island' })
  expect(status).toBe(200)
  expect(json).toEqual({ next: page, toast: { kind: 'success', title: 'Note added' } })
})

test('answers a refused action with the errors of the fields, without what was typed', async () => {
  const { admin, page } = await desk()
  const { status, json } = await postForJson(admin, page, { action: 'note', note: ' ' })
  expect(status).toBe(400)
  expect(json).toMatchObject({
    message: 'Note is required',
    reply: { status: 'error', error: { note: ['Note is required'] } },
  })
  expect(json).not.toHaveProperty('reply.initialValue')
})

test('answers an action on an older version with 412, and one without a session with 401', async () => {
  const { app, admin, id, page } = await desk()
  await admin.patch(`/api/applications/${id}`, { buyerName: 'Changed since' })
  const stale = await postForJson(admin, page, { action: 'reject', version: '1' })
  expect(stale.status).toBe(412)
  expect(stale.json?.message).toContain('changed Buyer name')
  const ended = await postForJson(app.browser(), page, { action: 'reject', version: '1' })
  expect(ended.status).toBe(401)
  expect(ended.json).toHaveProperty('message')
})

test('keeps the message for the next page when the answer is JSON', async () => {
  const { app } = await desk()
  const client = app.browser()
  client.cookies.set('flash', 'signedOut ')
  await client.get('/client-login', json)
  expect(client.cookies.get('flash')).toBe('signedOut ')
  expect((await client.get('/client-login')).text).toContain('Logged out successfully')
})
