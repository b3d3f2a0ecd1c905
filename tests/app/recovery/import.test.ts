import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { exportOfDocuments } from '#src/commands/export-documents.ts'
import { importOfDocuments } from '#src/commands/import-documents.ts'
import { verifyChain } from '#src/domain/audit/chain.ts'
import { erasePerson } from '#src/domain/privacy/erase.ts'
import { agreedOf } from '#src/domain/review/decision-record.ts'
import { signedDataOf } from '#src/domain/sealing/documents.ts'
import { adminBrowser } from '../../support/app/admins.ts'
import { stored, submit } from '../../support/app/applicants.ts'
import { issueAll, storedDocuments } from '../../support/app/documents.ts'
import { publish } from '../../support/app/terms.ts'
import { type TestApp, testApp } from '../../support/app/test-app.ts'

/** An installation with one application for each state, every document sealed and exported. */
async function installation() {
  const app = testApp()
  const admin = await adminBrowser(app)
  const ids: string[] = []
  for (const address of ['a@example.com', 'b@example.com', 'c@example.com', 'd@example.com'])
    ids.push(await submit(app.browser(), { mainEmail: address }))
  const [, approved, rejected, again] = ids.map((id) => `/api/applications/${id}`)
  app.clock.now += 60_000
  await admin.patch(`${approved}`, { telephone: '020 7946 0001' })
  const agreed = { creditLimit: 25_000, paymentTerms: '30 days net', isInDocument: true }
  await admin.patch(`${approved}/approve`, { customerCode: 'CAL-042', ...agreed })
  await admin.patch(`${rejected}/reject`, { reason: 'No references' })
  await admin.patch(`${again}/reject`, { reason: 'Too early' })
  app.clock.now += 60_000
  await admin.patch(`${again}/approve`, { customerCode: 'CAL-043' })
  await issueAll(app)
  return { app, ids }
}

/** Every document in a folder, as `export-documents` writes it. */
async function exported(app: TestApp) {
  const folder = mkdtempSync(join(tmpdir(), 'documents-'))
  await run(app, exportOfDocuments, folder)
  const files = readdirSync(folder).filter((name) => name.endsWith('.pdf'))
  return { folder, certificate: join(folder, 'countersign.pem'), files }
}

let shared: ReturnType<typeof exportOfOne> | null = null

/** The export of one installation, the same for every test, and what that installation holds. */
function sharedExport() {
  shared ??= exportOfOne()
  return shared
}

async function exportOfOne() {
  const { app, ids } = await installation()
  const records = Object.fromEntries(ids.map((id) => [id, recordOf(app, id)]))
  return { ids, records, documents: storedDocuments(app), ...(await exported(app)) }
}

type AnyCommand = typeof importOfDocuments

/** What the command printed, and the error that it ended with. */
async function run(app: TestApp, command: AnyCommand, ...args: string[]) {
  const lines: string[] = []
  const terminal = { say: (line: string) => lines.push(line), askSecret: async () => '' }
  try {
    await command.run(app.deps, terminal, args)
  } catch (error) {
    lines.push(`Error: ${error instanceof Error ? error.message : error}`)
  }
  return lines.join('\n')
}

/** What must come back: the record without what only this database numbers and counts. */
function recordOf(app: TestApp, id: string) {
  const { application, directors, signatures } = stored(app, id)
  const { seq: _, version: __, createdAt: ___, termsVersion: ____, ...facts } = application
  return {
    facts,
    agreed: agreedOf(app.deps, application),
    directors: directors.map(({ name, position, ordinal }) => ({ name, position, ordinal })),
    signatures: signatures.map(({ kind, png, hasInk, typedName }) => ({
      kind,
      png,
      hasInk,
      typedName,
    })),
  }
}

describe('import', () => {
  test('rebuilds every application in an empty installation from its documents', async () => {
    const { ids, records, documents, folder, certificate, files } = await sharedExport()
    const empty = testApp()
    const words = await run(empty, importOfDocuments, '--certificate', certificate, folder)
    expect(words).toBe(`Imported: ${files.length}. Already here: 0.`)
    for (const id of ids) expect(recordOf(empty, id)).toEqual(records[id])
    expect(
      storedDocuments(empty)
        .map(({ sha256, pdf, data, kind }) => ({ sha256, pdf, data, kind }))
        .toSorted(bySha),
    ).toEqual(
      documents.map(({ sha256, pdf, data, kind }) => ({ sha256, pdf, data, kind })).toSorted(bySha),
    )
    expect(verifyChain(empty.deps).breaks).toEqual([])
  })

  test('takes documents that were signed under terms unknown here, and keeps naming those', async () => {
    const app = testApp()
    publish(app, '# Prices\n\nNet of VAT.', '2026-11-20')
    const id = await submit(app.browser(), { mainEmail: 'a@example.com' })
    await issueAll(app)
    const { folder, certificate } = await exported(app)
    const empty = testApp()
    const words = await run(empty, importOfDocuments, '--certificate', certificate, folder)
    expect(words).toContain('Imported: 1.')
    expect(signedDataOf(empty.deps, id)?.terms.version).toBe('2026-11-20')
    // another text must not get the name that the signature gives
    expect(publish(empty, '# Prices\n\nWith VAT.', '2026-11-20')).toBe('2026-11-20-2')
    const admin = await adminBrowser(empty)
    expect((await admin.get(`/api/applications/${id}/pdf`)).status).toBe(200)
    expect(empty.pdf.made.at(-1)?.sheet.terms?.version).toBe('2026-11-20')
  })

  test('makes no second document and sends no email', async () => {
    const { folder, certificate } = await sharedExport()
    const empty = testApp()
    await run(empty, importOfDocuments, '--certificate', certificate, folder)
    const before = storedDocuments(empty)
    await issueAll(empty)
    expect(storedDocuments(empty)).toEqual(before)
    expect(empty.dump().outbox).toEqual([])
  })

  test('needs only the countersigned document: the signed one is inside', async () => {
    const { ids, records, folder, certificate, files } = await sharedExport()
    const only = files
      .filter((name) => name.includes('countersigned'))
      .map((name) => join(folder, name))
    const empty = testApp()
    expect(
      await run(empty, importOfDocuments, '--certificate', certificate, ...only.toReversed()),
    ).toBe('Imported: 4. Already here: 0.')
    for (const id of ids.slice(1)) expect(recordOf(empty, id)).toEqual(records[id])
  })

  test('leaves alone what is here already', async () => {
    const { app } = await installation()
    const { folder, certificate, files } = await exported(app)
    const empty = testApp()
    await run(empty, importOfDocuments, '--certificate', certificate, folder)
    const before = empty.dump()
    expect(await run(empty, importOfDocuments, folder)).toBe(
      `Imported: 0. Already here: ${files.length}.`,
    )
    expect(empty.dump()).toEqual(before)
    const own = app.dump()
    await run(app, importOfDocuments, folder)
    expect(app.dump()).toEqual(own)
  })

  test('refuses a document of another installation, unless its certificate is named', async () => {
    const { folder, files } = await sharedExport()
    const other = testApp()
    const words = await run(other, importOfDocuments, folder)
    expect(words).toContain(`Error: Refused: ${files.length}.`)
    expect(words).toContain('Imported: 0.')
    expect(other.dump().applications).toEqual([])
  })

  test('refuses a file that was changed by one byte, that is no PDF, or that is not there, and takes the rest', async () => {
    const app = testApp()
    await submit(app.browser())
    await issueAll(app)
    const { folder, certificate, files } = await exported(app)
    const good = join(folder, files[0] ?? '')
    const bytes = readFileSync(good)
    bytes.writeUInt8(bytes.readUInt8(2000) ^ 1, 2000)
    const changed = join(folder, 'changed.pdf')
    writeFileSync(changed, bytes)
    const text = join(folder, 'text.pdf')
    writeFileSync(text, 'not a PDF')
    const empty = testApp()
    const words = await run(
      empty,
      importOfDocuments,
      '--certificate',
      certificate,
      changed,
      text,
      good,
    )
    expect(words).toContain(`${changed}: refused. `)
    expect(words).toContain(`${text}: refused. The file is not a PDF.`)
    expect(words).toContain('Imported: 1.')
    expect(words).toContain('Error: Refused: 2.')
  })

  test('does not bring back somebody who was erased', async () => {
    const { app, ids } = await installation()
    const { folder } = await exported(app)
    await erasePerson(app.deps, ids[1] ?? '')
    const words = await run(app, importOfDocuments, folder)
    expect(words).toContain(`Application ${ids[1]} was erased here.`)
    expect(app.dump().applications).toHaveLength(3)
  })

  test('refuses an address that another application holds by now', async () => {
    const { ids, records, folder, certificate } = await sharedExport()
    const other = testApp()
    await submit(other.browser(), { mainEmail: 'A@example.com' })
    const words = await run(other, importOfDocuments, '--certificate', certificate, folder)
    expect(words).toContain('already exists')
    expect(() => stored(other, ids[0] ?? '')).toThrow()
    expect(recordOf(other, ids[1] ?? '')).toEqual(records[ids[1] ?? ''])
  })
})

const bySha = (a: { sha256: string | null }, b: { sha256: string | null }) =>
  (a.sha256 ?? '') < (b.sha256 ?? '') ? -1 : 1
