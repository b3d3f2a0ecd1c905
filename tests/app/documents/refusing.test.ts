import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { adminBrowser } from '../../support/app/admins.ts'
import { submit } from '../../support/app/applicants.ts'
import { issueAll, storedDocuments } from '../../support/app/documents.ts'
import { jobsIn } from '../../support/app/jobs.ts'
import { type TestApp, testApp } from '../../support/app/test-app.ts'

// These changes can be made by somebody who has the database file but not the key.

const open =
  'drop trigger documents_frozen; drop trigger documents_no_update; drop trigger documents_no_delete;'

const queue = (kind: string) =>
  `insert into jobs (queue, kind, data, dedupe_key, application, document, created_at, next_at)
  select 'document', '${kind}', '{}', 'forged', application, id, 0, 0 from documents order by id desc limit 1;`

const unsealed = 'pdf = null, sha256 = null, sealed_at = null, certificate = null'

async function decided() {
  const app = testApp()
  const id = await submit(app.browser())
  await issueAll(app)
  const admin = await adminBrowser(app)
  await admin.patch(`/api/applications/${id}/approve`, { customerCode: 'CAL-042' })
  return { app, id, admin }
}

/** The document that waits is not sealed, and the log and the dashboard say why. */
async function expectRefused(app: TestApp, why: string) {
  const sealed = storedDocuments(app).filter(({ pdf }) => pdf)
  await issueAll(app)
  expect(storedDocuments(app).filter(({ pdf }) => pdf)).toEqual(sealed)
  expect(jobsIn(app, 'document')).toMatchObject([{ state: 'dead', lastReason: why }])
  expect(app.logged().find((line) => line.includes(why))).toContain('"level":50')
  const { text } = await (await adminBrowser(app)).get('/admin/dashboard')
  expect(text).toContain(`was not sealed: ${why}`)
}

test.each([
  ['data', `data = replace(data, 'Sample', 'Forged')`, 'its data is not what was frozen'],
  ['signature', `signature = x'89504e47'`, 'its signature image is not the one that was frozen'],
  [
    'application',
    `application = 'AAAA-AAAA-AAAA'`,
    'no submit or decision in the history explains it',
  ],
  ['kind', `kind = 'countersigned'`, 'no submit or decision in the history explains it'],
  ['event', 'event = 1', 'no submit or decision in the history explains it'],
])('does not seal a signed document with another %s', async (_, change, why) => {
  const app = testApp()
  await submit(app.browser())
  app.deps.db.sqlite.exec(`${open} update documents set ${change}`)
  await expectRefused(app, why)
})

test('does not seal a sealed document again, neither changed nor unchanged', async () => {
  const app = testApp()
  const id = await submit(app.browser())
  await issueAll(app)
  const genuine = storedDocuments(app)[0]?.sha256
  app.deps.db.sqlite.exec(`${open}
    update documents set ${unsealed}, data = replace(data, 'Sample', 'Forged'); ${queue('signed')}`)
  await expectRefused(app, 'it was sealed before')
  expect((await app.browser().get(`/api/verify/${genuine}`)).json).toMatchObject({ issued: true })
  expect(id).toBeTruthy()
})

test('does not seal an application that nobody signed, whatever event it refers to', async () => {
  const app = testApp()
  await submit(app.browser())
  await issueAll(app)
  app.deps.db.sqlite.exec(`insert into documents (application, kind, frozen_at, event, data)
    select 'AAAA-AAAA-AAAA', 'signed', 1, event, replace(data, application, 'AAAA-AAAA-AAAA')
    from documents; ${queue('signed')}`)
  await expectRefused(app, 'no submit or decision in the history explains it')
})

test('accepts no explanation by an event that was written without the key', async () => {
  const app = testApp()
  const id = await submit(app.browser())
  await issueAll(app)
  const data = storedDocuments(app)[0]?.data?.replace('Sample', 'Forged') ?? ''
  const sha256 = createHash('sha256').update(data).digest('hex')
  const { sqlite } = app.deps.db
  sqlite.exec(`insert into events select 99, at, actor_kind, actor, action, application, section,
    changes_hash, previous_hash, hash, subject from events where action = 'application submitted'`)
  sqlite
    .prepare("insert into event_changes (event, changes, salt) values (99, ?, '')")
    .run(JSON.stringify([{ field: 'frozenData', before: null, after: sha256 }]))
  sqlite
    .prepare(
      `insert into documents (application, kind, frozen_at, event, data) values (?, 'countersigned', 1, 99, ?)`,
    )
    .run(id, data)
  sqlite.exec(queue('countersigned'))
  await expectRefused(app, 'no submit or decision in the history explains it')
})

test('seals no decision with a file other than the sealed one inside', async () => {
  const { app } = await decided()
  app.deps.db.sqlite.exec(`${open} update documents set pdf = x'25504446' where kind = 'signed'`)
  await expectRefused(app, 'of the signed document, its file is not the one that was sealed')
})

test('logs a missing document row, and seals other documents', async () => {
  const app = testApp()
  await submit(app.browser())
  app.deps.db.sqlite.exec(`${open} delete from documents`)
  await submit(app.browser(), { mainEmail: 'second@example.com' })
  await issueAll(app)
  expect(storedDocuments(app)[0]?.pdf).not.toBeNull()
  expect(app.logged().join()).toContain('it is missing')
})
