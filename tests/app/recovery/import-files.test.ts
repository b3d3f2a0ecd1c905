import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { importOfDocuments } from '#src/commands/import-documents.ts'
import { exportDocuments } from '#src/domain/recovery/export-documents.ts'
import { readPkcs12 } from '#src/pdf/seal/seal-key.ts'
import { stored, submit } from '../../support/app/applicants.ts'
import { issueAll, storedDocuments } from '../../support/app/documents.ts'
import { type TestApp, testApp } from '../../support/app/test-app.ts'
import { workFolder } from '../../support/pdf/openssl.ts'

/** One sealed document and its certificates as files. */
async function exported(app: TestApp) {
  const id = await submit(app.browser())
  await issueAll(app)
  const folder = mkdtempSync(join(tmpdir(), 'documents-'))
  exportDocuments(app.deps, folder)
  const [document] = storedDocuments(app)
  const pdf = join(folder, `${id}-signed-${document?.id}.pdf`)
  return { id, pdf, certificate: join(folder, 'countersign.pem') }
}

/** What `import` prints, and the error that it ends with. */
async function importInto(app: TestApp, ...args: string[]) {
  const lines: string[] = []
  const terminal = { say: (line: string) => lines.push(line), askSecret: async () => '' }
  try {
    await importOfDocuments.run(app.deps, terminal, args)
  } catch (error) {
    lines.push(`Error: ${error instanceof Error ? error.message : error}`)
  }
  return lines.join('\n')
}

test('a folder is read with its sub-folders; one that is called like a PDF, a huge file and a missing one stop nothing', async () => {
  const { id, pdf, certificate } = await exported(testApp())
  const folder = mkdtempSync(join(tmpdir(), 'mailbox-'))
  mkdirSync(join(folder, 'folder.pdf', '2026'), { recursive: true })
  copyFileSync(pdf, join(folder, 'folder.pdf', '2026', 'RECEIPT.PDF'))
  const huge = join(folder, 'huge.pdf')
  writeFileSync(huge, '%PDF-1.7\n')
  truncateSync(huge, 3 * 1024 ** 3)
  const missing = join(folder, 'missing.pdf')
  const app = testApp()
  const words = await importInto(app, '--certificate', certificate, missing, folder)
  expect(words).toContain(`${missing}: refused. There is no such file or folder.`)
  expect(words).toContain(`${huge}: refused. The file is larger than 32 MB.`)
  expect(words).toContain('Imported: 1. Already here: 0.')
  expect(words).toContain('Error: Refused: 2.')
  expect(stored(app, id).application.status).toBe('submitted')
})

test('documents come back that were sealed with a certificate of an authority', async () => {
  const { run, read } = workFolder({})
  // the certificates in a seal are in the order of their bytes, which begin with the length: the authority's is first
  const made = await run(
    'sh',
    '-ec',
    `openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 9 -subj /CN=A -keyout ca.key -out ca.pem
    openssl req -newkey rsa:2048 -nodes -subj /CN=Own -keyout own.key -out own.csr
    openssl x509 -req -in own.csr -CA ca.pem -CAkey ca.key -set_serial 7 -days 9 -out own.pem
    openssl pkcs12 -export -inkey own.key -in own.pem -certfile ca.pem -passout pass:word -out own.p12`,
  )
  expect(made.ok, made.text).toBe(true)
  const operatorKey = await readPkcs12(read('own.p12'), 'word')
  operatorKey.expiresAt = Date.UTC(2100, 0, 1)
  const { pdf, certificate } = await exported(testApp({ deps: { operatorKey } }))
  const app = testApp({ deps: { operatorKey } })
  const words = await importInto(app, '--certificate', certificate, pdf)
  expect(words).toBe('Imported: 1. Already here: 0.')
  await submit(app.browser(), { mainEmail: 'next@example.com' })
  await issueAll(app)
  expect((await app.browser().get('/.well-known/countersign.pem')).text).toBe(
    readFileSync(certificate, 'utf8'),
  )
})
