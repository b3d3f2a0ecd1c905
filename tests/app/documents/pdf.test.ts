import { expect, test } from 'vitest'
import { adminBrowser } from '../../support/app/admins.ts'
import { startDraft, submit } from '../../support/app/applicants.ts'
import { answers } from '../../support/app/application-answers.ts'
import { clientBrowser } from '../../support/app/clients.ts'
import { issueAll, storedDocuments } from '../../support/app/documents.ts'
import { testApp } from '../../support/app/test-app.ts'

async function submitted() {
  const app = testApp()
  const browser = app.browser()
  const id = await submit(browser)
  const admin = await adminBrowser(app)
  const cookie = `admin=${admin.cookies.get('admin')}`
  const path = `/api/applications/${id}`
  const asked = (version: string) =>
    app.request(`${path}/pdf?version=${version}`, { headers: { cookie } })
  return { app, browser, admin, id, path, asked }
}

test('shows a customer the current view in the tab, with every answer, the directors and the signature', async () => {
  const { app, id } = await submitted()
  const { status, headers, text } = await clientBrowser(app, id).get(`/api/applications/${id}/pdf`)
  expect([status, text]).toEqual([200, `%PDF-1.7 stand-in for ${id}`])
  expect(headers.get('content-type')).toBe('application/pdf')
  expect(headers.get('content-disposition')).toBe(`inline; filename="application-${id}.pdf"`)
  // Safari lays its viewer out by this policy, so nothing in it may forbid a style.
  expect(headers.get('content-security-policy')).toBe("frame-ancestors 'none'")
  expect(headers.get('cache-control')).toMatch(/no-store/)
  const { sheet } = app.pdf.made[0] ?? {}
  expect(sheet).toMatchObject({
    id,
    kind: 'Current view',
    draft: false,
    notice: expect.stringMatching(/^This is a current view, not the signed document\. /),
    signatures: [expect.anything()],
    certificate: null,
  })
  expect(sheet?.sections[1]?.directors).toEqual(answers[2].directors)
  const printed = JSON.stringify(sheet)
  for (const section of [answers[1], answers[3], answers[4]])
    for (const value of Object.values(section))
      if (typeof value === 'string' && !/^\d{4}-|^credit$/.test(value))
        expect(printed).toContain(JSON.stringify(value).slice(1, -1))
})

test('prints a draft as a draft and nothing else', async () => {
  const { app, admin } = await submitted()
  const id = await startDraft(app.browser())
  expect((await admin.get(`/api/applications/${id}/pdf`)).status).toBe(200)
  expect(app.pdf.made.at(-1)?.sheet).toMatchObject({ draft: true, notice: null, certificate: null })
  expect((await admin.get(`/api/applications/${id}/pdf?version=signed`)).status).toBe(404)
})

test('lets readers of one network share its turns, and gives another network its own', async () => {
  const { app, id, admin } = await submitted()
  const headers = { cookie: `admin=${admin.cookies.get('admin')}` }
  for (const peer of ['2001:db8:1:2::3', '2001:db8:1:4::5', '2001:db8:2::1'])
    await app.request(`/api/applications/${id}/pdf`, { headers }, peer)
  const [one, same, other] = app.pdf.made.map(({ network }) => network)
  expect(same).toBe(one)
  expect(other).not.toBe(one)
})

test.each([
  ['a stranger', 401, null],
  ['a browser with a cookie that opens nothing', 404, 'x'.repeat(43)],
])('shows a plain page with a way to sign in for %s in a tab', async (_, status, cookie) => {
  const { app, id } = await submitted()
  const browser = app.browser()
  if (cookie) browser.cookies.set('draft', cookie)
  const tab = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8', 'sec-fetch-mode': 'navigate' }
  const answer = await browser.get(`/api/applications/${id}/pdf`, tab)
  expect(answer.status).toBe(status)
  expect(answer.headers.get('content-type')).toMatch(/^text\/html/)
  const opens = `opens=${encodeURIComponent(`/api/applications/${id}/pdf`)}`
  expect(answer.text).toContain(`href="/client-login?${opens}"`)
  expect(answer.text).not.toContain(answers[1].businessName)
  const unknown = await browser.get('/api/applications/0000-0000-0000/pdf', tab)
  expect(unknown.text).toBe(answer.text.replaceAll(id, '0000-0000-0000'))
})

test('asks for the sign-in on a link to a sent file, and then opens it', async () => {
  const app = testApp()
  const { text, status } = await app.browser().get('/api/client/files/3', { accept: 'text/html' })
  expect([status, text]).toEqual([401, expect.stringContaining('Sign in to open this document')])
  const login = `/client-login?opens=${encodeURIComponent('/api/client/files/3')}`
  expect(text).toContain(`href="${login}"`)
  expect((await app.browser().get(login)).text).toContain('"next":"/api/client/files/3"')
})

test('tells a customer who opens the document of another firm so, and leads back to the portal', async () => {
  const { app, id } = await submitted()
  const other = await submit(app.browser(), { mainEmail: 'other@example.com' })
  const customer = clientBrowser(app, id)
  const answer = await customer.get(`/api/applications/${other}/pdf`, { accept: 'text/html' })
  expect([answer.status, answer.text]).toEqual([
    404,
    expect.stringContaining('not in your account'),
  ])
  expect(answer.text).toContain('href="/client-portal"')
  expect(answer.text).not.toContain('href="/admin"')
})

test('serves the very bytes that were sealed for the newest decision', async () => {
  const { app, admin, id, path, asked } = await submitted()
  const soon = await asked('signed')
  expect([soon.status, soon.headers.get('retry-after')]).toEqual([503, '5'])
  expect((await asked('countersigned')).status).toBe(404)
  await admin.patch(`${path}/approve`, { customerCode: 'C-1' })
  await issueAll(app)
  await admin.patch(`${path}/reject`, { reason: null })
  await issueAll(app)
  const [signed, , rejected] = storedDocuments(app)
  const answer = await asked('signed')
  expect(answer.headers.get('content-disposition')).toBe(
    `inline; filename="application-${id}-signed.pdf"`,
  )
  expect(answer.headers.get('cache-control')).toMatch(/no-store/)
  expect(Buffer.from(await answer.arrayBuffer())).toEqual(signed?.pdf)
  const newest = await (await asked('countersigned')).arrayBuffer()
  expect(Buffer.from(newest)).toEqual(rejected?.pdf)
  expect(app.pdf.made).toEqual([])
})

test('shows the buttons for the documents in their places once each exists', async () => {
  const { app, admin, id, path } = await submitted()
  const link = (kind: string) => `href="/api/applications/${id}/pdf?version=${kind}"`
  const pages = async () => [
    (await clientBrowser(app, id).get('/client-portal')).text,
    (await admin.get(`/admin/applications/${id}`)).text,
  ]
  for (const text of await pages()) {
    expect(text).toContain(link('signed'))
    expect(text).not.toContain(link('countersigned'))
  }
  await admin.patch(`${path}/approve`, { customerCode: 'C-1' })
  for (const text of await pages()) expect(text).toContain(link('countersigned'))
})
