import { mkdtempSync, readdirSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { generateX25519Identity } from 'age-encryption'
import { expect, onTestFinished, test } from 'vitest'
import { openDatabase } from '#db/open.ts'
import { importOfDocuments } from '#src/commands/import-documents.ts'
import { erasePerson } from '#src/domain/privacy/erase.ts'
import { stored, submit } from '../../support/app/applicants.ts'
import { issueAll } from '../../support/app/documents.ts'
import { type TestApp, testApp } from '../../support/app/test-app.ts'
import {
  appWithFolder,
  appWithS3,
  documentRows,
  identity,
  later,
  sendDocuments,
  untilStates,
} from '../../support/backup/sent-documents.ts'

/** One application in the copy and one after it; both documents are at the second place. */
async function oneAfterTheCopy({ app, env }: { app: TestApp; env: Record<string, string> }) {
  sendDocuments(app)
  const before = await submit(app.browser(), { mainEmail: 'before@example.com' })
  await issueAll(app)
  await untilStates(app, 'sent')
  const path = join(mkdtempSync(join(tmpdir(), 'copy-')), 'countersign.db')
  app.deps.db.sqlite.exec(`vacuum into '${path}'`)
  app.clock.now += 60_400
  const after = await submit(app.browser(), { mainEmail: 'after@example.com' })
  await issueAll(app)
  await untilStates(app, 'sent', 'sent')
  const db = openDatabase(path)
  onTestFinished(() => void db.sqlite.close())
  const copy = testApp({ env, deps: { db, keys: app.deps.keys } })
  copy.clock.now = app.clock.now
  return { before, after, copy }
}

/** What `import` prints, the error that it ends with, and how often it asked for the key. */
async function importFrom(app: TestApp, location: string, key = identity) {
  const lines: string[] = []
  let asked = 0
  const askSecret = async () => {
    asked += 1
    return key
  }
  const terminal = { say: (line: string) => lines.push(line), askSecret }
  await importOfDocuments.run(app.deps, terminal, [location])?.catch((error: Error) => {
    lines.push(`Error: ${error.message}`)
  })
  return { text: lines.join('\n'), asked }
}

const location = 's3://copies/shop'

test('brings back from S3 what was signed after the copy, and fetches nothing that is here', async () => {
  const { s3, app, env } = await appWithS3()
  const { before, after, copy } = await oneAfterTheCopy({ app, env })
  const [held = ''] = [...s3.objects.keys()].toSorted()
  s3.requests.length = 0
  expect(await importFrom(copy, location)).toEqual({
    text: 'Imported: 1. Already here: 1.',
    asked: 1,
  })
  expect(s3.requests.filter((request) => request.includes(held))).toEqual([])
  expect(stored(copy, after).application.status).toBe('submitted')
  expect(stored(copy, before).application.status).toBe('submitted')
  expect(await importFrom(copy, location)).toEqual({
    text: 'Imported: 0. Already here: 2.',
    asked: 0,
  })
})

test('what came back goes to the second place again, under the same name', async () => {
  const { s3, app, env } = await appWithS3()
  const { copy } = await oneAfterTheCopy({ app, env })
  const names = [...s3.objects.keys()].toSorted()
  await importFrom(copy, location)
  expect(documentRows(copy)).toHaveLength(2)
  s3.objects.clear()
  sendDocuments(copy)
  await untilStates(copy, 'sent', 'sent')
  expect([...s3.objects.keys()]).toEqual([names[1]])
})

test('what came back before the second place was set leaves it with an erasure', async () => {
  const { disk, app, env } = appWithFolder()
  const { after, copy } = await oneAfterTheCopy({ app, env: {} })
  await importFrom(copy, disk)
  const set = testApp({ env, deps: { db: copy.deps.db, keys: copy.deps.keys } })
  set.clock.now = copy.clock.now
  sendDocuments(set)
  expect(readdirSync(disk)).toHaveLength(2)
  await erasePerson(set.deps, after)
  later(set, 0)
  await untilStates(set, 'sent', 'sent')
  expect(readdirSync(disk)).toHaveLength(1)
})

test('a folder does as well, beside its copies of the database', async () => {
  const { disk, app, env } = appWithFolder()
  const { after, copy } = await oneAfterTheCopy({ app, env })
  expect(await importFrom(copy, disk)).toEqual({
    text: 'Imported: 1. Already here: 1.',
    asked: 1,
  })
  expect(stored(copy, after).application.status).toBe('submitted')
})

test('a file that was changed or is encrypted to another key is refused; the others come back', async () => {
  const { s3, app, env } = await appWithS3()
  const { after, copy } = await oneAfterTheCopy({ app, env })
  const [, name = ''] = [...s3.objects.keys()].toSorted()
  const file = s3.objects.get(name) ?? Buffer.alloc(0)
  const changed = Buffer.from(file)
  changed.fill(0, changed.length - 20)
  s3.objects.set(name.replace(/-[0-9a-f]{16}/, '-0123456789abcdef'), changed)
  const { text } = await importFrom(copy, location)
  expect(text).toContain('0123456789abcdef.pdf.age: refused. It could not be decrypted')
  expect(text).toContain('Imported: 1. Already here: 1.')
  expect(stored(copy, after).application.status).toBe('submitted')
})

test('a document that the server refuses to give is named; the others come back', async () => {
  const { s3, app, env } = await appWithS3()
  const { after, copy } = await oneAfterTheCopy({ app, env })
  const archived = 'document-2026-11-20T10-00-00Z-0123456789abcdef.pdf.age'
  s3.objects.set(`shop/${archived}`, Buffer.from('far away'))
  s3.fault = (request) =>
    request.includes(archived) ? { status: 403, code: 'InvalidObjectState' } : null
  const { text } = await importFrom(copy, location)
  expect(text).toContain(`${archived}: refused. It could not be fetched: GET`)
  expect(text).toContain('Imported: 1. Already here: 1.')
  expect(stored(copy, after).application.status).toBe('submitted')
})

test('a name that would steer a terminal is shown without its control characters', async () => {
  const { disk, app } = appWithFolder()
  writeFileSync(join(disk, 'a\u001b[2J.pdf'), 'no document')
  expect((await importFrom(app, disk)).text).toContain('a?[2J.pdf: refused.')
})

test('a wrong key, and an outage, change nothing and say so', async () => {
  const { s3, app, env } = await appWithS3()
  const { copy } = await oneAfterTheCopy({ app, env })
  const before = copy.dump()
  const other = await importFrom(copy, location, await generateX25519Identity())
  expect(other.text).toContain('It is encrypted to another key.')
  expect((await importFrom(copy, location, 'a password')).text).toContain('not a private key')
  s3.fault = (request) =>
    request.includes('document-') ? { status: 501, code: 'NotImplemented' } : null
  expect((await importFrom(copy, location)).text).toContain('Error: GET 127.0.0.1')
  expect((await importFrom(copy, 's3://Copies/')).text).toContain('is not s3://bucket/prefix')
  expect(copy.dump()).toEqual(before)
})

test('one of several keys is enough, as after a change of the key', async () => {
  const { app, env } = await appWithS3()
  const { copy } = await oneAfterTheCopy({ app, env })
  const keys = `# the new one\n${await generateX25519Identity()}\n# the old one\n${identity}\n`
  expect((await importFrom(copy, location, keys)).text).toContain('Imported: 1.')
})

test('an application that was erased here is not fetched', async () => {
  const { app, env } = await appWithS3()
  const { before, copy } = await oneAfterTheCopy({ app, env })
  await erasePerson(copy.deps, before)
  expect((await importFrom(copy, location)).text).toBe('Imported: 1. Already here: 1.')
})
