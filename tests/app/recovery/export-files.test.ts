import { mkdtempSync, readdirSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { exportDocuments } from '#src/domain/recovery/export-documents.ts'
import { submit } from '../../support/app/applicants.ts'
import { issueAll } from '../../support/app/documents.ts'
import { testApp } from '../../support/app/test-app.ts'

const disk = vi.hoisted(() => ({ isFull: false }))

vi.mock('node:fs', async (original) => {
  const fs = await original<typeof import('node:fs')>()
  return {
    ...fs,
    writeFileSync(path: string, content: string | Buffer, options: object) {
      fs.writeFileSync(path, disk.isFull ? content.slice(0, 100) : content, options)
      if (disk.isFull) throw new Error('ENOSPC: no space left on device')
    },
  }
})

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
  disk.isFull = true
  expect(() => exportDocuments(app.deps, folder)).toThrow('ENOSPC')
  expect(contentOf(folder)).toEqual(before)
})
