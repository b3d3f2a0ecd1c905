import { PDF } from '@libpdf/core'
import { expect, test } from 'vitest'
import { adminBrowser } from '../../support/app/admins.ts'
import { submit } from '../../support/app/applicants.ts'
import { issueAll, storedDocuments } from '../../support/app/documents.ts'
import { sha256Of } from '../../support/app/issued-documents.ts'
import { type TestApp, testApp } from '../../support/app/test-app.ts'

const asked = async (app: TestApp, bytes: Uint8Array) =>
  (await app.browser().get(`/api/verify/${sha256Of(bytes)}`)).json

/** An approved application, and its two documents as the worker sealed them. */
async function issued() {
  const app = testApp()
  const id = await submit(app.browser())
  await (await adminBrowser(app)).patch(`/api/applications/${id}/approve`, { customerCode: 'C-1' })
  await issueAll(app)
  const files = storedDocuments(app).map(({ pdf }) => pdf ?? Buffer.alloc(0))
  return { app, id, signed: files[0] as Buffer, countersigned: files[1] as Buffer }
}

test('a sealed document is known as soon as it is handed out', async () => {
  const { app, id, signed, countersigned } = await issued()
  const admin = await adminBrowser(app)
  for (const [version, file] of Object.entries({ signed, countersigned })) {
    const { headers } = await admin.get(`/api/applications/${id}/pdf?version=${version}`)
    expect(headers.get('content-type')).toBe('application/pdf')
    expect(await asked(app, file)).toMatchObject({ issued: true, kind: version, amended: false })
  }
})

test('the signed document that was taken out of the countersigned one is known too', async () => {
  const { app, countersigned } = await issued()
  const { attachments } = await PDF.load(countersigned)
  const extracted = attachments.get('signed.pdf') ?? new Uint8Array()
  expect(await asked(app, extracted)).toMatchObject({
    issued: true,
    kind: 'signed',
    superseded: true,
  })
})
