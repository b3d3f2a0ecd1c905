import { PDF } from '@libpdf/core'
import { expect, test } from 'vitest'
import { erasePerson } from '#src/domain/privacy/erase.ts'
import { adminBrowser } from '../../support/app/admins.ts'
import { submit } from '../../support/app/applicants.ts'
import { answers } from '../../support/app/application-answers.ts'
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

test('the current view of the same application is not: it is made anew each time', async () => {
  const { app, id } = await issued()
  const answer = await (await adminBrowser(app)).get(`/api/applications/${id}/pdf`)
  expect(answer.headers.get('content-type')).toBe('application/pdf')
  expect(await asked(app, Buffer.from(answer.text, 'latin1'))).toEqual({ issued: false })
})

test('a document of another installation is not known here', async () => {
  const [one, other] = [await issued(), await issued()]
  expect(await asked(other.app, one.signed)).toEqual({ issued: false })
})

test('both are known after the person was erased, and that their content is gone', async () => {
  const { app, signed, countersigned } = await issued()
  await erasePerson(app.deps, answers[1].mainEmail)
  expect(await asked(app, signed)).toMatchObject({ kind: 'signed', erased: true })
  expect(await asked(app, countersigned)).toMatchObject({ kind: 'countersigned', erased: true })
})

test('an application erased before its document was sealed leaves nothing to be known', async () => {
  const app = testApp()
  await submit(app.browser())
  await erasePerson(app.deps, answers[1].mainEmail)
  await issueAll(app)
  expect(storedDocuments(app)).toEqual([])
})
