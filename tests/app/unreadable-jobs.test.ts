import { expect, test, vi } from 'vitest'
import { importQueue } from '#src/domain/customers/import-customers.ts'
import { sealNextDocument } from '#src/domain/documents/document-queue.ts'
import { webhookQueue } from '#src/domain/integrations/webhook-delivery.ts'
import { emailQueue } from '#src/domain/mailing/delivery.ts'
import { adminBrowser } from '../support/app/admins.ts'
import { submit } from '../support/app/applicants.ts'
import { storedDocuments } from '../support/app/documents.ts'
import { startQueues } from '../support/app/jobs.ts'
import { type TestApp, testApp } from '../support/app/test-app.ts'
import { endpoints, listEndpoint } from '../support/integrations.ts'
import { jsonPeer } from '../support/mail/json-peer.ts'
import { putEmails, saveMailSettings, smtpSettings } from '../support/mail/mail-settings.ts'
import { smtpServer } from '../support/mail/smtp-server.ts'

/** Puts jobs ahead of all others, as a version could have that knew other kinds and other data. */
function putAhead(
  { deps }: TestApp,
  queue: string,
  jobs: [kind: string, data: string][],
  more = {},
) {
  const columns = { state: 'waiting', endpoint: null, ...more }
  for (const [at, [kind, data]] of jobs.entries())
    deps.db.sqlite
      .prepare(
        `insert into jobs (id, queue, kind, data, dedupe_key, state, endpoint, created_at, next_at)
         values (?, ?, ?, ?, ?, ?, ?, 0, 0)`,
      )
      .run(-1 - at, queue, kind, data, `unreadable ${at}`, columns.state, columns.endpoint)
}

const ofQueue = ({ deps }: TestApp, queue: string) =>
  deps.db.sqlite
    .prepare<[string], string>('select state from jobs where queue = ? order by id')
    .pluck()
    .all(queue)

const setAside = (app: TestApp) =>
  app.logged().filter((line) => line.includes('a job cannot be read and was set aside')).length

const noEmails: [string, string][] = [
  ['letter-by-pigeon', '{"kind":"letter-by-pigeon"}'],
  ['constructor', '{}'],
  ['receipt', '{"kind":"receipt","to":"office@example.com"}'],
  ['set-password', 'not JSON'],
  ['test', 'null'],
]

test('sets emails aside that cannot be read, lists them, and sends the next one', async () => {
  const app = testApp()
  const server = await smtpServer()
  saveMailSettings(app, smtpSettings(server.port))
  putAhead(app, 'email', noEmails)
  putEmails(app, 1)
  startQueues(app.deps, emailQueue)
  await vi.waitFor(() => expect(server.arrived).toHaveLength(1), 10_000)
  await vi.waitFor(() =>
    expect(ofQueue(app, 'email')).toEqual([...noEmails.map(() => 'dead'), 'sent']),
  )
  expect(setAside(app)).toBe(noEmails.length)
  expect(app.logged().join()).not.toContain('jobs could not be done')
  const page = await (await adminBrowser(app)).get('/admin/email-settings')
  expect(page.text).toContain('This version cannot read the message')
  expect(page.text).toContain('letter-by-pigeon')
})

test('sets a request for a link aside that cannot be read, and sends the emails after it', async () => {
  const app = testApp()
  const server = await smtpServer()
  saveMailSettings(app, smtpSettings(server.port))
  putAhead(app, 'email', [['link-request', '{"kind":"link-request"}']], { state: 'requested' })
  putEmails(app, 1)
  startQueues(app.deps, emailQueue)
  await vi.waitFor(() => expect(server.arrived).toHaveLength(1), 10_000)
  expect(ofQueue(app, 'email')[0]).toBe('dead')
})

test('sets webhook events aside that cannot be read, lists them, and delivers the next one', async () => {
  const app = testApp()
  const peer = await jsonPeer(() => ({ status: 204 }))
  const { id } = await listEndpoint(app, peer.url)
  const odd: [string, string][] = [
    ['application.exploded', '{}'],
    ['application.submitted', '{"type":"application.submitted"}'],
    ['application.submitted', '['],
  ]
  putAhead(app, 'webhook', odd, { endpoint: endpoints(app)[0]?.id })
  await submit(app.browser())
  startQueues(app.deps, webhookQueue)
  await vi.waitFor(() => expect(peer.asked).toHaveLength(1), 10_000)
  expect(ofQueue(app, 'webhook').slice(0, odd.length)).toEqual(['dead', 'dead', 'dead'])
  expect(setAside(app)).toBe(odd.length)
  const { text } = await (await adminBrowser(app)).get('/admin/integrations')
  expect(text).toContain('This version cannot read the event')
  expect(text).toContain(id)
})

test('sets a document of an unknown kind aside, and seals the next one', async () => {
  const app = testApp()
  await submit(app.browser())
  putAhead(app, 'document', [['sealed-in-wax', '{}']])
  app.deps.db.sqlite.exec(
    'update jobs set application = (select id from applications) where id < 0',
  )
  while (await sealNextDocument(app.deps, 0));
  expect(ofQueue(app, 'document')).toEqual(['dead'])
  expect(storedDocuments(app)).toMatchObject([{ pdf: expect.any(Buffer) }])
})

test('sets queued customers aside that cannot be read, and says so in the import', async () => {
  const app = testApp()
  const report = { fileName: 'a.csv', rows: 1, good: 1, imported: 0, faults: [] }
  app.deps.db.sqlite
    .prepare("insert into installation (name, value) values ('customer-import', ?)")
    .run(JSON.stringify(report))
  putAhead(app, 'import', [['customers', '{"rows":[{"line":2}]}']])
  startQueues(app.deps, importQueue)
  await vi.waitFor(() => expect(ofQueue(app, 'import')).toEqual(['dead']), 10_000)
  const { text } = await (await adminBrowser(app)).get('/admin/customers')
  expect(text).toContain('Another version has queued some of the rows')
})

test('opens the record of an application with emails that cannot be read', async () => {
  const app = testApp()
  const id = await submit(app.browser())
  putAhead(app, 'email', noEmails)
  app.deps.db.sqlite.prepare('update jobs set application = ? where id < 0').run(id)
  const { status, text } = await (await adminBrowser(app)).get(`/admin/applications/${id}`)
  expect(status).toBe(200)
  expect(text).toContain('letter-by-pigeon')
})
