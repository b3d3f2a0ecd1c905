import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { clients } from '#db/schema/clients.ts'
import { filesAt } from '#src/domain/recovery/document-files.ts'
import { exportDocuments } from '#src/domain/recovery/export-documents.ts'
import { importDocuments } from '#src/domain/recovery/import-documents.ts'
import { documentOf } from '#src/domain/sealing/documents.ts'
import { issuedCertificates } from '#src/domain/sealing/issued-certificates.ts'
import { lookUpDocument } from '#src/domain/sealing/lookup.ts'
import { adminBrowser } from '../../support/app/admins.ts'
import { stored, submit } from '../../support/app/applicants.ts'
import { issueAll, storedDocuments } from '../../support/app/documents.ts'
import { type TestApp, testApp } from '../../support/app/test-app.ts'

const noKey = async () => ''

/** The files of all documents of an installation, in the order in which they were frozen. */
async function filesOf(app: TestApp) {
  await issueAll(app)
  const folder = mkdtempSync(join(tmpdir(), 'documents-'))
  exportDocuments(app.deps, folder)
  return storedDocuments(app).map(({ application, kind, id }) =>
    join(folder, `${application}-${kind}-${id}.pdf`),
  )
}

/** Imports documents of one installation into another; returns what became of each. */
async function bring(from: TestApp, to: TestApp, paths: string[]) {
  const certificates = issuedCertificates(from.deps).map(({ pem }) => pem)
  const results = await importDocuments(
    to.deps,
    paths.flatMap((path) => filesAt(path, noKey)),
    certificates,
  )
  return results.map(({ outcome, why }) => (why ? `${outcome}: ${why}` : outcome))
}

const wait = (app: TestApp) => {
  app.clock.now += 60_000
}

async function rejectedThenApproved({ others = 0 } = {}) {
  const app = testApp()
  const admin = await adminBrowser(app)
  // so that the events of these decisions have higher numbers
  for (let n = 0; n < others; n++) await submit(app.browser(), { mainEmail: `${n}@example.com` })
  const id = await submit(app.browser())
  wait(app)
  await admin.patch(`/api/applications/${id}/reject`, { reason: 'Too early' })
  wait(app)
  await admin.patch(`/api/applications/${id}/approve`, { customerCode: 'CAL-043' })
  return { app, admin, id }
}

test('the list of imported applications is in the order in which they were signed', async () => {
  const app = testApp()
  const ids: string[] = []
  for (const n of [1, 2, 3, 4, 5, 6]) {
    ids.push(await submit(app.browser(), { mainEmail: `${n}@example.com` }))
    wait(app)
  }
  const empty = testApp()
  await bring(app, empty, (await filesOf(app)).toReversed())
  const rows = empty.dump().applications as { id: string }[]
  expect(rows.map(({ id }) => id)).toEqual(ids)
})

test('an earlier decision that is imported later does not pass for the newest', async () => {
  const { app, id } = await rejectedThenApproved()
  const [, rejected = '', approved = ''] = await filesOf(app)
  const empty = testApp()
  await bring(app, empty, [approved])
  expect(await bring(app, empty, [rejected])).toEqual(['imported'])
  expect(stored(empty, id).application.status).toBe('approved')
  const [, before, last] = storedDocuments(app).map(({ sha256 }) => sha256 ?? '')
  expect(documentOf(empty.deps, id, 'countersigned')?.sha256).toBe(last)
  expect(lookUpDocument(empty.deps, last ?? '')).toMatchObject({ superseded: false })
  expect(lookUpDocument(empty.deps, before ?? '')).toMatchObject({ superseded: true })
})

test('decisions of an installation that was imported itself come in their order', async () => {
  const { app, id } = await rejectedThenApproved({ others: 10 })
  const paths = (await filesOf(app)).filter((path) => path.includes(id))
  const second = testApp()
  await bring(app, second, paths)
  second.clock.now = app.clock.now
  wait(second)
  await (await adminBrowser(second)).patch(`/api/applications/${id}/reject`, { reason: 'Closed' })
  const third = testApp()
  const all = await filesOf(second)
  const certificates = [app, second].flatMap(({ deps }) => issuedCertificates(deps))
  await importDocuments(
    third.deps,
    all.flatMap((path) => filesAt(path, noKey)),
    certificates.map(({ pem }) => pem),
  )
  expect(stored(third, id).application).toMatchObject({
    status: 'rejected',
    rejectionReason: 'Closed',
  })
  const last = documentOf(second.deps, id, 'countersigned')?.sha256
  expect(storedDocuments(third).at(-1)?.sha256).toBe(last)
})

test('an address that changed hands comes back to both who held it', async () => {
  const app = testApp()
  const admin = await adminBrowser(app)
  const first = await submit(app.browser(), { mainEmail: 'office@example.com' })
  await admin.patch(`/api/applications/${first}`, { mainEmail: 'new@example.com' })
  await admin.patch(`/api/applications/${first}/sign-in`, { email: 'new@example.com' })
  wait(app)
  const second = await submit(app.browser(), { mainEmail: 'office@example.com' })
  wait(app)
  await admin.patch(`/api/applications/${first}/approve`, { customerCode: 'CAL-1' })
  const empty = testApp()
  expect(new Set(await bring(app, empty, await filesOf(app)))).toEqual(new Set(['imported']))
  expect(stored(empty, first).application.mainEmail).toBe('new@example.com')
  expect(stored(empty, second).application.mainEmail).toBe('office@example.com')
})

test('a mistyped address that was corrected before the decision does not get the account', async () => {
  const app = testApp()
  const admin = await adminBrowser(app)
  const id = await submit(app.browser(), { mainEmail: 'mistyped@example.com' })
  await admin.patch(`/api/applications/${id}`, { mainEmail: 'right@example.com' })
  wait(app)
  await admin.patch(`/api/applications/${id}/approve`, { customerCode: 'CAL-1' })
  const empty = testApp()
  await bring(app, empty, await filesOf(app))
  expect(empty.deps.db.orm.select().from(clients).all()).toMatchObject([
    { email: 'right@example.com', emailKey: 'right@example.com' },
  ])
})

test('a decision comes back to a record that was edited since, and the edit stays', async () => {
  const { app, id } = await rejectedThenApproved()
  const [signed = '', ...decisions] = await filesOf(app)
  const copy = testApp()
  await bring(app, copy, [signed])
  copy.clock.now = app.clock.now
  wait(copy)
  await (await adminBrowser(copy)).patch(`/api/applications/${id}`, { telephone: '020 7946 0009' })
  expect(await bring(app, copy, decisions)).toEqual(['imported', 'imported'])
  expect(stored(copy, id).application).toMatchObject({
    ...{ status: 'approved', customerCode: 'CAL-043', telephone: '020 7946 0009' },
  })
})

test('the signature of an earlier decider does not come back beside a later decision', async () => {
  const app = testApp()
  const signer = await adminBrowser(app)
  const id = await submit(app.browser())
  wait(app)
  app.deps.db.sqlite.exec('update admins set signature_png = (select png from signatures limit 1)')
  await signer.patch(`/api/applications/${id}/approve`, { customerCode: 'CAL-1' })
  wait(app)
  app.deps.db.sqlite.exec('update admins set signature_png = null')
  await signer.patch(`/api/applications/${id}/reject`, {})
  const empty = testApp()
  await bring(app, empty, await filesOf(app))
  const kinds = (from: TestApp) => stored(from, id).signatures.map(({ kind }) => kind)
  expect(kinds(app)).toEqual(['authorisation'])
  expect(kinds(empty)).toEqual(kinds(app))
})
