import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, inject, test } from 'vitest'
import { sentDocumentsFinding } from '#src/commands/doctor/second-place.ts'
import { hours, minutes } from '#src/domain/durations.ts'
import { cleanUp } from '#src/domain/maintenance/schedule.ts'
import { sendWhenDue } from '#src/domain/maintenance/send-copies.ts'
import { adminBrowser } from '../../support/app/admins.ts'
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

const childPath = join(inject('children'), 'backup-child.js')
const sendCopy = ({ deps }: TestApp) => sendWhenDue(deps, childPath, new AbortController().signal)
const noDocuments = (request: string) =>
  request.includes('document-') ? { status: 403, code: 'AccessDenied' } : null

test('documents that failed are settled by a copy that holds them; a later one still goes by itself', async () => {
  const { s3, app } = await appWithS3()
  s3.fault = noDocuments
  sendDocuments(app)
  await submit(app.browser(), { mainEmail: 'first@example.com' })
  await issueAll(app)
  await untilFailed(app)
  app.clock.now += hours(1)
  await submit(app.browser(), { mainEmail: 'second@example.com' })
  s3.fault = (request) => {
    // sealed while the copy is on its way
    if (request.startsWith('PUT')) void issueAll(app)
    return noDocuments(request)
  }
  await sendCopy(app)
  await issueAll(app)
  expect(documentRows(app)[0]).toMatchObject({
    state: 'sent',
    lastReason: 'A copy of the database at the second place holds this document',
  })
  expect(documentRows(app)[1]?.state).not.toBe('sent')
  s3.fault = () => null
  later(app, hours(1))
  await untilStates(app, 'sent', 'sent')
})

test('one that was given up is settled as well', async () => {
  const { s3, app } = await appWithS3()
  s3.fault = noDocuments
  sendDocuments(app)
  await submit(app.browser())
  await issueAll(app)
  await untilFailed(app)
  later(app, hours(49))
  await untilStates(app, 'dead')
  await sendCopy(app)
  await untilStates(app, 'sent')
})

test('documents that wait for a quarter of an hour are on the dashboard and in doctor', async () => {
  const { s3, app } = await appWithS3()
  s3.fault = noDocuments
  sendDocuments(app)
  await submit(app.browser())
  await issueAll(app)
  await untilFailed(app)
  const finding = () => sentDocumentsFinding(app.deps.db, app.deps.env, app.deps.now())
  const page = async () => (await (await adminBrowser(app)).get('/admin/dashboard')).text
  expect(finding()).toMatchObject([{ is: 'ok' }])
  expect(await page()).not.toContain('waiting to be sent to the second place')
  app.clock.now += minutes(16)
  expect(finding()).toMatchObject([
    { is: 'wrong', words: expect.stringMatching(/^1 signed document waits .*AccessDenied/) },
  ])
  expect(await page()).toContain(
    '1 signed document has been waiting to be sent to the second place',
  )
})

test('37 days after its sealing a document is removed there, once a copy has arrived', async () => {
  const { disk, app } = appWithFolder()
  sendDocuments(app)
  await submit(app.browser())
  await issueAll(app)
  await untilStates(app, 'sent')
  const names = () => readdirSync(disk).filter((name) => name.startsWith('document-'))
  app.clock.now += hours(24 * 37) - hours(26)
  await runFor(app, 25)
  await sendCopy(app)
  expect(names()).toHaveLength(1)
  app.clock.now += hours(2)
  await sendCopy(app)
  expect(names()).toEqual([])
  app.clock.now += hours(24 * 3)
  await runFor(app, 25)
  expect(documentRows(app)).toEqual([])
})

/** Cleans up every hour: the clock is believed again after a day. */
async function runFor(app: TestApp, count: number) {
  for (let hour = 0; hour < count; hour += 1) {
    await cleanUp(app.deps)
    app.clock.now += hours(1)
  }
}
