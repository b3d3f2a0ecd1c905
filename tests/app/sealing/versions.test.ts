import { expect, test } from 'vitest'
import { adminBrowser } from '../../support/app/admins.ts'
import { startDraft, submit } from '../../support/app/applicants.ts'
import { clientBrowser } from '../../support/app/clients.ts'
import { issueAll, storedDocuments } from '../../support/app/documents.ts'
import { testApp } from '../../support/app/test-app.ts'

const bytesOf = async (response: Response) => Buffer.from(await response.arrayBuffer())

async function submitted() {
  const app = testApp()
  const browser = app.browser()
  const id = await submit(browser)
  const admin = await adminBrowser(app)
  const path = `/api/applications/${id}`
  const cookie = `admin=${admin.cookies.get('admin')}`
  const fetched = (version: string) =>
    app.request(`${path}/pdf?version=${version}`, { headers: { cookie } })
  return { app, browser, admin, id, path, fetched }
}

test('hands out the very bytes that were sealed, of the newest decision', async () => {
  const { app, admin, id, path, fetched } = await submitted()
  await admin.patch(`${path}/approve`, { customerCode: 'C-1' })
  await issueAll(app)
  await admin.patch(`${path}/reject`, { reason: null })
  await issueAll(app)
  const [signed, , rejected] = storedDocuments(app)
  const answer = await fetched('signed')
  expect(answer.headers.get('content-type')).toBe('application/pdf')
  expect(answer.headers.get('content-disposition')).toBe(
    `inline; filename="application-${id}-signed.pdf"`,
  )
  expect(answer.headers.get('cache-control')).toMatch(/no-store/)
  expect(await bytesOf(answer)).toEqual(signed?.pdf)
  expect(await bytesOf(await fetched('countersigned'))).toEqual(rejected?.pdf)
  expect(app.pdf.made).toEqual([])
})

test('while a document is being made the answer is 503 with the time to come back', async () => {
  const { fetched } = await submitted()
  const answer = await fetched('signed')
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5'])
  expect(await answer.json()).toEqual({
    message: 'The document is being made. Please try again in a moment.',
  })
})

test('a document that there is not yet is 404, a draft included', async () => {
  const { app, admin, fetched } = await submitted()
  expect((await fetched('countersigned')).status).toBe(404)
  const draft = await startDraft(app.browser())
  const answer = await admin.get(`/api/applications/${draft}/pdf?version=signed`)
  expect(answer.status).toBe(404)
  expect(answer.json?.message).toBe('There is no signed document of this application')
})

test('buttons stand where people look for the documents, once each exists', async () => {
  const { app, browser, admin, id, path } = await submitted()
  const link = (kind: string) => `href="/api/applications/${id}/pdf?version=${kind}"`
  const pages = async () => [
    (await browser.get(`/success?id=${id}`)).text,
    (await clientBrowser(app, id).get('/client-portal')).text,
    (await admin.get(`/admin/applications/${id}`)).text,
  ]
  for (const text of await pages()) {
    expect(text).toContain(link('signed'))
    expect(text).toContain('Signed document')
    expect(text).not.toContain(link('countersigned'))
  }
  await admin.patch(`${path}/approve`, { customerCode: 'C-1' })
  const [, portal, record] = await pages()
  for (const text of [portal, record]) {
    expect(text).toContain(link('countersigned'))
    expect(text).toContain('Countersigned document')
  }
})

test('the success page of another browser, or of another reference, has no such button', async () => {
  const { app, browser, id } = await submitted()
  expect((await app.browser().get(`/success?id=${id}`)).text).not.toContain('version=signed')
  expect((await browser.get('/success?id=AAAA-AAAA-AAAA')).text).not.toContain('version=signed')
})
