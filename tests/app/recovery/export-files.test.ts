import fs, { mkdtempSync, readdirSync, readFileSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { exportDocuments } from '#src/domain/recovery/export-documents.ts'
import { submit } from '../../support/app/applicants.ts'
import { issueAll } from '../../support/app/documents.ts'
import { testApp } from '../../support/app/test-app.ts'

/** Until the test ends, a file gets the first hundred bytes of its content, and then the disk is full. */
function fillDisk() {
  const { writeFileSync } = fs
  const writes = vi.spyOn(fs, 'writeFileSync').mockImplementation((path, content, options) => {
    writeFileSync(path, Buffer.from(content as Buffer).subarray(0, 100), options)
    throw new Error('ENOSPC: no space left on device')
  })
  syncBuiltinESMExports()
  onTestFinished(() => {
    writes.mockRestore()
    syncBuiltinESMExports()
  })
}

const contentOf = (folder: string) =>
  Object.fromEntries(readdirSync(folder).map((name) => [name, readFileSync(join(folder, name))]))

test('a full disk leaves the files of an earlier export whole, and no piece of another', async () => {
  const app = testApp()
  await submit(app.browser())
  await issueAll(app)
  const folder = mkdtempSync(join(tmpdir(), 'documents-'))
  exportDocuments(app.deps, folder)
  const before = contentOf(folder)
  expect(Object.keys(before)).toHaveLength(2)
  fillDisk()
  expect(() => exportDocuments(app.deps, folder)).toThrow('ENOSPC')
  expect(contentOf(folder)).toEqual(before)
})
