import { expect, test } from 'vitest'
import { findApplication } from '#src/domain/applications/application.ts'
import { applicationSheet } from '#src/domain/documents/current-view.ts'
import { adminBrowser } from '../../support/app/admins.ts'
import { testApp } from '../../support/app/test-app.ts'
import { csvOf, customerRows } from '../../support/customer-files.ts'
import { customersOf, importFile } from '../../support/customers.ts'

/** An app with one imported customer, and the administrator who imported it. */
async function imported() {
  const app = testApp()
  const admin = await adminBrowser(app)
  await importFile(app, admin, csvOf(...customerRows(1)))
  const id = String(customersOf(app)[0]?.id)
  return { app, admin, id }
}

test('says on the record that the customer was imported and signed nothing', async () => {
  const { admin, id } = await imported()
  const { text } = await admin.get(`/admin/applications/${id}`)
  expect(text).toContain('imported from earlier records, nothing was signed here')
  expect(text).not.toContain('Digital Signatures')
  expect(text).toContain('customers.csv, line 2, by reviewer')
  expect((await admin.get(`/api/applications/${id}/pdf?version=signed`)).status).toBe(404)
})

test('says in the document that the customer was imported, and names no terms', async () => {
  const { app, id } = await imported()
  const sheet = await applicationSheet(app.deps, findApplication(app.deps, id))
  expect(sheet).toMatchObject({
    notice: expect.stringContaining('nothing was submitted or signed here'),
    submittedAt: 'No: imported',
    signatures: [],
    terms: null,
  })
  expect(sheet.sections[0]).toEqual({
    title: 'Account',
    rows: [{ label: 'Customer code', value: 'C1' }],
  })
})
