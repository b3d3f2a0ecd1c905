import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openDatabase } from '#db/open.ts'
import { company } from '#db/schema/company.ts'
import { filesAt } from '#src/domain/recovery/document-files.ts'
import { exportDocuments } from '#src/domain/recovery/export-documents.ts'
import { importDocuments } from '#src/domain/recovery/import-documents.ts'
import { adminBrowser } from '../../support/app/admins.ts'
import { fillDraft, stored } from '../../support/app/applicants.ts'
import { finalSave } from '../../support/app/application-answers.ts'
import { issueAll, storedDocuments } from '../../support/app/documents.ts'
import { type TestApp, testApp } from '../../support/app/test-app.ts'
import { ask } from '../../support/requests.ts'

const supplier = {
  id: 1,
  name: 'Example',
  salesEmail: 'sales@example.com',
  updatedAt: 0,
  version: 1,
}

const noKey = async () => ''

/** The app as a copy of its database brings it back, with the same keys. */
function copyOf({ deps, clock }: TestApp): TestApp {
  const path = join(mkdtempSync(join(tmpdir(), 'copy-')), 'countersign.db')
  deps.db.sqlite.exec(`vacuum into '${path}'`)
  const db = openDatabase(path)
  onTestFinished(() => void db.sqlite.close())
  const copy = testApp({ deps: { db, keys: deps.keys } })
  copy.clock.now = clock.now
  return copy
}

/** Brings into a copy what was issued since; returns what became of each document. */
async function bringBack(app: TestApp, copy: TestApp) {
  const folder = mkdtempSync(join(tmpdir(), 'documents-'))
  exportDocuments(app.deps, folder)
  const paths = storedDocuments(app)
    .filter(({ pdf }) => pdf)
    .map(({ application, kind, id }) => join(folder, `${application}-${kind}-${id}.pdf`))
  const results = await importDocuments(
    copy.deps,
    paths.flatMap((path) => filesAt(path, noKey)),
    [],
  )
  return results.map(({ outcome, why }) => (why ? `${outcome}: ${why}` : outcome)).toSorted()
}

const statusIn = (app: TestApp, id: string) => stored(app, id).application.status

/** A draft of one browser, an installation that has its certificate, and what comes next. */
async function begin() {
  const app = testApp()
  const first = app.browser()
  const other = await fillDraft(first, { mainEmail: 'first@example.com' })
  await first.put(`/api/applications/${other}`, finalSave({ mainEmail: 'first@example.com' }))
  await issueAll(app)
  const browser = app.browser()
  const id = await fillDraft(browser)
  app.clock.now += 60_000
  return { app, browser, id, submit: () => browser.put(`/api/applications/${id}`, finalSave()) }
}

test('a draft in the copy becomes what was submitted after the copy was made', async () => {
  const { app, id, submit } = await begin()
  const copy = copyOf(app)
  await submit()
  await issueAll(app)
  expect(await bringBack(app, copy)).toEqual(['held', 'imported'])
  expect(statusIn(copy, id)).toBe('submitted')
  expect(stored(copy, id).signatures).toEqual(stored(app, id).signatures)
})

test('the browser of such a draft may read what was submitted for 7 days, and gets an empty form', async () => {
  const { app, browser, id, submit } = await begin()
  const copy = copyOf(app)
  await submit()
  await issueAll(app)
  await bringBack(app, copy)
  const there = copy.browser()
  there.cookies.set('draft', browser.cookies.get('draft') ?? '')
  expect((await there.get('/client-form')).text).not.toContain(id)
  expect((await there.get('/success')).text).toContain(id)
  expect((await there.get(`/api/applications/${id}/pdf?version=signed`)).status).toBe(200)
  copy.clock.now += 7 * 24 * 60 * 60_000
  expect((await there.get(`/api/applications/${id}/pdf?version=signed`)).status).toBe(404)
})

test('a document that was being made when the copy was taken is not made a second time', async () => {
  const { app, submit } = await begin()
  await submit()
  const copy = copyOf(app)
  await issueAll(app)
  expect(await bringBack(app, copy)).toEqual(['held', 'imported'])
  await issueAll(copy)
  expect(storedDocuments(copy).map(({ sha256 }) => sha256)).toEqual(
    storedDocuments(app).map(({ sha256 }) => sha256),
  )
})

test('a decision after the copy is applied, with the edits before it', async () => {
  const { app, id, submit } = await begin()
  await submit()
  await issueAll(app)
  const copy = copyOf(app)
  app.clock.now += 60_000
  const admin = await adminBrowser(app)
  await admin.patch(`/api/applications/${id}`, { telephone: '020 7946 0001' })
  await admin.patch(`/api/applications/${id}/approve`, { customerCode: 'CAL-042' })
  await issueAll(app)
  expect(await bringBack(app, copy)).toEqual(['held', 'held', 'imported'])
  const { status, telephone, customerCode } = stored(copy, id).application
  expect({ status, telephone, customerCode }).toEqual({
    status: 'approved',
    telephone: '020 7946 0001',
    customerCode: 'CAL-042',
  })
})

test('a decision that comes back ends the question and the proposal that waited in the copy', async () => {
  const { app, id, submit } = await begin()
  await submit()
  await issueAll(app)
  const admin = await adminBrowser(app)
  app.deps.db.orm
    .insert(company)
    .values({ ...supplier, secondPersonAbove: 0 })
    .run()
  await ask(admin, id, 'Please send your last accounts')
  await admin.patch(`/api/applications/${id}/approve`, { customerCode: 'A', creditLimit: 5 })
  const copy = copyOf(app)
  app.clock.now += 60_000
  await admin.patch(`/api/applications/${id}/reject`, { reason: 'No' })
  await issueAll(app)
  await bringBack(app, copy)
  const record = (await (await adminBrowser(copy)).get(`/api/applications/${id}`)).json
  expect(record).toMatchObject({ status: 'rejected', proposal: null })
  expect(record?.requests).toMatchObject([{ closedAt: expect.any(String) }])
})

test('a record that was edited after the decision keeps its edits', async () => {
  const { app, id, submit } = await begin()
  await submit()
  const admin = await adminBrowser(app)
  await admin.patch(`/api/applications/${id}/approve`, { customerCode: 'CAL-042' })
  const copy = copyOf(app)
  await issueAll(app)
  copy.clock.now += 60_000
  const there = await adminBrowser(copy)
  await there.patch(`/api/applications/${id}`, { telephone: '020 7946 0002' })
  await bringBack(app, copy)
  expect(stored(copy, id).application.telephone).toBe('020 7946 0002')
})
