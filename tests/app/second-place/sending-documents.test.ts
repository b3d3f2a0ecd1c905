import { mkdirSync, readdirSync, rmSync } from 'node:fs'
import { expect, test } from 'vitest'
import { hours, minutes } from '#src/domain/durations.ts'
import { discardRow, resendRow } from '#src/domain/outbox/stuck-rows.ts'
import { resendAllDocuments, unsentDocuments } from '#src/domain/second-place/unsent-documents.ts'
import { adminBrowser } from '../../support/app/admins.ts'
import { submit } from '../../support/app/applicants.ts'
import { issueAll, storedDocuments } from '../../support/app/documents.ts'
import { testApp } from '../../support/app/test-app.ts'
import {
  appWithFolder,
  appWithS3,
  documentRows,
  later,
  opened,
  sendDocuments,
  untilFailed,
  untilStates,
} from '../../support/backup/sent-documents.ts'
import { signedInAdmin } from '../../support/integrations.ts'

test('a sealed document goes to S3 as it is made, encrypted, with one request, and is read back', async () => {
  const { s3, app } = await appWithS3()
  sendDocuments(app)
  await submit(app.browser())
  await issueAll(app)
  await untilStates(app, 'sent')
  const [document] = storedDocuments(app)
  const name = `document-2026-11-20T10-00-00Z-${document?.sha256?.slice(0, 16)}.pdf.age`
  expect([...s3.objects.keys()]).toEqual([`shop/${name}`])
  const file = s3.objects.get(`shop/${name}`) ?? Buffer.alloc(0)
  expect(file.includes('%PDF')).toBe(false)
  expect((await opened(file)).equals(document?.pdf ?? Buffer.alloc(0))).toBe(true)
  expect(s3.requests.filter((request) => request.includes('document-'))).toEqual([
    expect.stringMatching(/^GET .*uploads/),
    `PUT /copies/shop/${name}`,
    `GET /copies/shop/${name}`,
  ])
})

test('a folder gets the signed and the countersigned document; without a recipient they are readable', async () => {
  const { disk, app } = appWithFolder({ env: { BACKUP_RECIPIENT: '' } })
  sendDocuments(app)
  const id = await submit(app.browser())
  await issueAll(app)
  const admin = await adminBrowser(app)
  await admin.patch(`/api/applications/${id}/approve`, { customerCode: 'CAL-042' })
  await issueAll(app)
  await untilStates(app, 'sent', 'sent')
  expect(readdirSync(disk).toSorted()).toEqual(
    storedDocuments(app)
      .map(({ sha256 }) => `document-2026-11-20T10-00-00Z-${sha256?.slice(0, 16)}.pdf`)
      .toSorted(),
  )
})

test('without a second place no document waits for one', async () => {
  const app = testApp()
  await submit(app.browser())
  await issueAll(app)
  expect(documentRows(app)).toEqual([])
})

test('one that fails holds up no other, says why, and goes later', async () => {
  const { s3, app } = await appWithS3()
  sendDocuments(app)
  s3.fault = () => ({ status: 403, code: 'AccessDenied' })
  await submit(app.browser(), { mainEmail: 'first@example.com' })
  await issueAll(app)
  await untilFailed(app)
  expect(unsentDocuments(app.deps)).toMatchObject({
    waiting: 1,
    dead: 0,
    listed: [{ task: 'send', kind: 'signed', attempts: 1, reason: expect.stringContaining('403') }],
  })
  expect(app.logged().join()).toContain('AccessDenied')
  s3.fault = () => null
  await submit(app.browser(), { mainEmail: 'second@example.com' })
  await issueAll(app)
  await untilStates(app, 'waiting', 'sent')
  later(app, minutes(1))
  await untilStates(app, 'sent', 'sent')
  expect(s3.objects.size).toBe(2)
})

test('after 48 hours it is given up, and an administrator sends it again or discards it', async () => {
  const { disk, app } = appWithFolder()
  rmSync(disk, { recursive: true })
  sendDocuments(app)
  await submit(app.browser())
  await issueAll(app)
  await untilFailed(app)
  later(app, hours(49))
  await untilStates(app, 'dead')
  expect(unsentDocuments(app.deps)).toMatchObject({ waiting: 0, dead: 1 })
  const admin = await signedInAdmin(app)
  const row = documentRows(app)[0]?.id ?? 0
  resendRow(app.deps, admin, 'second-place', row)
  await untilFailed(app, 3)
  mkdirSync(disk)
  expect(resendAllDocuments(app.deps, admin)).toBe(1)
  await untilStates(app, 'sent')
  expect(readdirSync(disk)).toHaveLength(1)
  expect(() => discardRow(app.deps, admin, 'second-place', row)).toThrow('already been sent')
  expect(() => discardRow(app.deps, admin, 'email', row)).toThrow('no longer exists')
})
