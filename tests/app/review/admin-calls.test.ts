import { expect, test } from 'vitest'
import { adminBrowser } from '../../support/app/admins.ts'
import { submit } from '../../support/app/applicants.ts'
import { testApp } from '../../support/app/test-app.ts'

test.each([
  ['approve', { customerCode: 'EX-1' }],
  ['reject', { reason: 'No' }],
])('%s names the version that it made, which the next change may name', async (verb, body) => {
  const app = testApp()
  const id = await submit(app.browser())
  const admin = await adminBrowser(app)
  const decided = await admin.patch(`/api/applications/${id}/${verb}`, body)
  const tag = decided.headers.get('etag') ?? ''
  expect(tag).toBe((await admin.get(`/api/applications/${id}`)).headers.get('etag'))
  const change = () =>
    admin.patch(`/api/applications/${id}`, { buyerName: 'Changed Sample' }, { 'if-match': tag })
  expect([(await change()).status, (await change()).status]).toEqual([200, 412])
})

test.each([
  ['GET', ''],
  ['GET', '/directors'],
  ['GET', '/pdf'],
  ['PATCH', '', { buyerName: 'Changed Sample' }],
  ['PATCH', '/approve', { customerCode: 'EX-1' }],
  ['PATCH', '/reject', { reason: 'No' }],
])('%s of an unknown application%s is answered with 404', async (method, path, body?: object) => {
  const admin = await adminBrowser(testApp())
  const { status } = await admin.send(`/api/applications/0000-0000-0000${path}`, {
    method,
    ...(body && {
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    }),
  })
  expect(status).toBe(404)
})
