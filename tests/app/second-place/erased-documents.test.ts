import { readdirSync, renameSync } from 'node:fs'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { applications } from '#db/schema/applications.ts'
import { transact } from '#db/transaction.ts'
import { minutes } from '#src/domain/durations.ts'
import { eraseApplication, erasePerson } from '#src/domain/privacy/erase.ts'
import { submit } from '../../support/app/applicants.ts'
import { issueAll } from '../../support/app/documents.ts'
import type { TestApp } from '../../support/app/test-app.ts'
import {
  appWithFolder,
  appWithS3,
  documentRows,
  later,
  sendDocuments,
  untilFailed,
  untilStates,
} from '../../support/backup/sent-documents.ts'

function eraseAtOnce({ deps }: TestApp, id: string) {
  const application = deps.db.orm.select().from(applications).where(eq(applications.id, id)).get()
  if (application) transact(deps, (deps) => eraseApplication(deps, application, 'person erased'))
}

test('an erasure removes the documents of the person at the second place, and no others', async () => {
  const { s3, app } = await appWithS3()
  sendDocuments(app)
  const id = await submit(app.browser(), { mainEmail: 'erased@example.com' })
  await issueAll(app)
  await untilStates(app, 'sent')
  const [erased] = s3.objects.keys()
  await submit(app.browser(), { mainEmail: 'other@example.com' })
  await issueAll(app)
  await untilStates(app, 'sent', 'sent')
  await erasePerson(app.deps, id)
  later(app, 0)
  await untilStates(app, 'sent', 'sent')
  expect([...s3.objects.keys()]).toEqual([expect.not.stringMatching(erased ?? '')])
})

test('a document that waits to be sent is not sent after an erasure', async () => {
  const { s3, app } = await appWithS3()
  sendDocuments(app)
  s3.fault = () => ({ status: 403, code: 'AccessDenied' })
  const id = await submit(app.browser())
  await issueAll(app)
  await untilFailed(app)
  s3.fault = () => null
  await erasePerson(app.deps, id)
  later(app, minutes(1))
  await untilStates(app, 'sent')
  expect(documentRows(app)).toMatchObject([{ kind: 'remove document', application: null }])
  expect(s3.objects.size).toBe(0)
  expect(s3.requests.at(-1)).toContain('DELETE')
})

test('a document that is under way during an erasure is removed once it has arrived', async () => {
  const { s3, app } = await appWithS3()
  const id = await submit(app.browser())
  await issueAll(app)
  s3.fault = (request) => {
    if (request.startsWith('PUT')) eraseAtOnce(app, id)
    return null
  }
  sendDocuments(app)
  await untilStates(app, 'sent')
  expect(s3.requests.filter((request) => /^(PUT|DELETE)/.test(request))).toEqual([
    expect.stringMatching(/^PUT .*\.pdf\.age$/),
    expect.stringMatching(/^DELETE .*\.pdf\.age$/),
    expect.stringMatching(/^DELETE .*\.pdf$/),
  ])
  expect(s3.objects.size).toBe(0)
})

test('while the second place is away, the removal waits and is done later', async () => {
  const { s3, app } = await appWithS3()
  sendDocuments(app)
  const id = await submit(app.browser())
  await issueAll(app)
  await untilStates(app, 'sent')
  s3.fault = () => ({ status: 403, code: 'AccessDenied' })
  await erasePerson(app.deps, id)
  later(app, 0)
  await untilFailed(app)
  expect(s3.objects.size).toBe(1)
  s3.fault = () => null
  later(app, minutes(1))
  await untilStates(app, 'sent')
  expect(s3.objects.size).toBe(0)
})

test('while the disk of the folder is not mounted, the removal waits too', async () => {
  const { disk, app } = appWithFolder()
  sendDocuments(app)
  const id = await submit(app.browser())
  await issueAll(app)
  await untilStates(app, 'sent')
  renameSync(disk, `${disk}-away`)
  await erasePerson(app.deps, id)
  later(app, 0)
  await untilFailed(app)
  renameSync(`${disk}-away`, disk)
  expect(readdirSync(disk)).toHaveLength(1)
  later(app, minutes(1))
  await untilStates(app, 'sent')
  expect(readdirSync(disk)).toEqual([])
})

test('an erasure in an installation without documents there leaves nothing to do', async () => {
  const { app } = appWithFolder()
  const id = await submit(app.browser())
  await erasePerson(app.deps, id)
  expect(documentRows(app)).toEqual([])
})
