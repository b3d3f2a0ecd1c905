import { expect, test } from 'vitest'
import { takeEmail } from '#src/domain/mailing/delivery.ts'
import { PdfFailed } from '#src/pdf/pdf-errors.ts'
import { adminBrowser } from '../../support/app/admins.ts'
import { submit } from '../../support/app/applicants.ts'
import { issueAll } from '../../support/app/documents.ts'
import { type TestApp, testApp } from '../../support/app/test-app.ts'

const minute = 60_000

/** What the mail worker may send now, taken as if it were sent. */
function sendable(app: TestApp): string[] {
  const kinds: string[] = []
  for (let row = takeEmail(app.deps); row; row = takeEmail(app.deps)) {
    kinds.push(row.kind)
    app.deps.db.sqlite.prepare("update jobs set state = 'sent' where id = ?").run(row.id)
  }
  return kinds
}

test('the receipt and the notice wait for the signed document', async () => {
  const app = testApp()
  await submit(app.browser())
  expect(sendable(app)).toEqual([])
  await issueAll(app)
  expect(sendable(app)).toEqual(['receipt', 'new-application'])
})

test("a decision's email waits for its own document, and goes after the receipt", async () => {
  const app = testApp()
  const id = await submit(app.browser())
  const admin = await adminBrowser(app)
  await admin.patch(`/api/applications/${id}/approve`, { customerCode: 'C-1' })
  await issueAll(app)
  await admin.patch(`/api/applications/${id}/reject`, { reason: null })
  expect(sendable(app)).toEqual(['receipt', 'new-application', 'approval'])
  await issueAll(app)
  expect(sendable(app)).toEqual(['rejection'])
})

test('an email goes without a document that could not be made for an hour', async () => {
  const app = testApp()
  app.pdf.fails = new PdfFailed('made to fail')
  const id = await submit(app.browser())
  await issueAll(app)
  app.clock.now += 59 * minute
  const admin = await adminBrowser(app)
  await admin.patch(`/api/applications/${id}/approve`, { customerCode: 'C-1' })
  expect(sendable(app)).toEqual([])
  app.clock.now += minute
  await issueAll(app)
  expect(sendable(app)).toEqual(['receipt', 'new-application'])
  app.clock.now += 59 * minute
  await issueAll(app)
  expect(sendable(app)).toEqual(['approval'])
})
