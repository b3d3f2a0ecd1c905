import { createHash } from 'node:crypto'
import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import Database from 'better-sqlite3'
import { expect, onTestFinished, test } from 'vitest'
import { events } from '#db/schema/events.ts'
import { verify } from '#src/commands/verify.ts'
import { decisionDataOf } from '#src/domain/applications/frozen-data.ts'
import { fillSearchTexts } from '#src/domain/applications/search-text.ts'
import { isKnownAction } from '#src/domain/audit/actions.ts'
import { readAction } from '#src/domain/audit/earlier-words.ts'
import { minutes } from '#src/domain/calendar.ts'
import { issuedCertificates } from '#src/domain/documents/certificates.ts'
import { openData } from '#src/domain/maintenance/data-folder.ts'
import { checkSeal } from '#src/pdf/seal/check-seal.ts'
import { onAccount } from '../../support/app/admins.ts'
import { openIn, stored } from '../../support/app/applicants.ts'
import { sectionSave } from '../../support/app/application-answers.ts'
import { storedDocuments } from '../../support/app/documents.ts'
import { list } from '../../support/app/listed-rows.ts'
import { testApp } from '../../support/app/test-app.ts'
import { runAlone } from '../../support/commands.ts'
import { envOf } from '../../support/env.ts'
import { newFolder } from '../../support/folder.ts'
import { endpoints, eventsOf, withKey } from '../../support/integrations.ts'
import { saveMailSettings, smtpSettings, turn } from '../../support/mail/mail-settings.ts'
import { smtpServer } from '../../support/mail/smtp-server.ts'
import { answer } from '../../support/requests.ts'

const files = 'tests/support/upgrades/version-0.2.0'

/** What the browsers, mailboxes and systems of its users held, and when the server of version 0.2.0 was stopped. */
const held = JSON.parse(readFileSync(join(files, 'held.json'), 'utf8'))

/** The app on a folder that a server of version 0.2.0 has filled, with what else it has written `before` it stopped. */
function upgraded(before = '') {
  const folder = newFolder()
  cpSync(join(files, 'volume.state'), join(folder, 'volume.state'))
  writeFileSync(join(folder, 'app.key'), held.key)
  const packed = readFileSync(join(files, 'countersign.db.gz'))
  writeFileSync(join(folder, 'countersign.db'), gunzipSync(packed))
  const old = new Database(join(folder, 'countersign.db'))
  old.exec(before)
  old.close()
  const clock = { now: held.now + minutes(5) }
  const now = () => clock.now
  const env = envOf({ DATA_DIR: folder })
  const opened = openData(env, 'db/migrations', now, { holdsLock: true })
  onTestFinished(() => opened.close())
  const { db, keys } = opened
  const app = testApp({ env: { DATA_DIR: folder }, deps: { db, keys, now } })
  /** A browser with the cookies that one had before the upgrade. */
  const browserWith = (cookies: Record<string, string>) => {
    const browser = app.browser()
    for (const [name, value] of Object.entries(cookies)) browser.cookies.set(name, value)
    return browser
  }
  return { app, clock, folder, opened, browserWith }
}

test('opens a database of version 0.2.0, whose history, records and sealed documents agree', async () => {
  const { app, clock, folder, opened, browserWith } = upgraded()
  expect([opened.readAll, opened.lost, opened.earlier.refused]).toEqual([false, null, []])
  const { lines } = await runAlone(verify, { DATA_DIR: folder }, [], () => clock.now)
  expect(lines.at(-1)).toMatch(/match the history: \d+ applications, \d+ documents\.$/)
  const admin = browserWith(held.admin.cookies)
  const cookie = [...admin.cookies].map((pair) => pair.join('=')).join('; ')
  const trusted = issuedCertificates(app.deps).map(({ fingerprint }) => fingerprint)
  const documents = storedDocuments(app)
  expect(documents.map(({ kind }) => kind)).toContain('countersigned')
  for (const { application, kind, sha256 } of documents) {
    const path = `/api/applications/${application}/pdf?version=${kind}`
    const bytes = Buffer.from(
      await (await app.request(path, { headers: { cookie } })).arrayBuffer(),
    )
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(sha256)
    expect(await checkSeal(bytes, trusted)).toMatchObject({ ok: true })
  }
})

test('shows every event that version 0.2.0 stored in today’s words', () => {
  const { app } = upgraded()
  const stored = app.deps.db.orm.select().from(events).all()
  const unknown = stored.filter(
    ({ action, subject }) => !isKnownAction(readAction(action, subject).action),
  )
  expect(stored.length).toBeGreaterThan(40)
  expect(unknown).toEqual([])
})

test('lets a browser of version 0.2.0 go on with the newest of three drafts, and emails the others', async () => {
  const { app, browserWith } = upgraded()
  const browser = browserWith(held.drafts.cookies)
  const newest = held.drafts.ids.at(-1)
  expect(await openIn(browser)).toBe(newest)
  const saved = await browser.put(`/api/applications/${newest}`, sectionSave(4))
  expect(saved.status).toBe(200)
  const links = app.deps.db.sqlite.prepare(
    "select json_extract(data, '$.draft') from jobs where kind = 'draft-link' and state = 'waiting'",
  )
  const [first, second] = held.drafts.ids
  expect(links.pluck().all()).toEqual(expect.arrayContaining([first, second]))
})

test('finds every application of version 0.2.0 once the server has prepared the search', async () => {
  const { app } = upgraded()
  const everything = list(app, {}).applications
  expect(everything.length).toBeGreaterThan(3)
  expect(list(app, { search: 'sample' })).toMatchObject({ total: 0, totalIsMinimum: true })
  await fillSearchTexts(app.deps, new AbortController().signal)
  for (const { id, mainEmail } of everything)
    for (const search of [id, mainEmail ?? id])
      expect(list(app, { search }).applications.map((row) => row.id)).toContain(id)
  expect(list(app, { search: 'sample' }).totalIsMinimum).toBe(false)
})

test('accepts links that version 0.2.0 sent: to a draft, to a password and of an invitation', async () => {
  const { app } = upgraded()
  const reader = app.browser()
  await reader.postForm('/client-form', { action: 'resume', token: held.draftLink.token })
  expect(await openIn(reader)).toBe(held.draftLink.id)

  const customer = app.browser()
  const password = 'five loud tin lamps'
  const { token, address } = held.setPassword
  expect((await customer.post('/api/client/set-password', { token, password })).status).toBe(200)
  const signIn = await customer.post('/api/client/login', { email: address, password })
  expect(signIn.status).toBe(200)

  const colleague = app.browser()
  const accepted = await colleague.postForm('/admin/invitation', {
    token: held.invitation,
    fullName: 'Rita Reviewer',
    password,
    confirmPassword: password,
  })
  expect(accepted.status).toBe(303)
  expect((await colleague.get('/admin/dashboard')).status).toBe(200)
})

test('keeps people signed in who were signed in to version 0.2.0, with what they had open', async () => {
  const { app, browserWith } = upgraded()
  const customer = browserWith(held.client.cookies)
  expect((await customer.get('/client-portal')).text).toContain('Who owns the company?')
  const answered = await answer(customer, { answer: 'Jo Sample' })
  expect(answered.status).toBe(303)

  const admin = browserWith(held.admin.cookies)
  const path = `/admin/applications/${held.client.application}`
  expect((await admin.get(path)).text).toContain('Jo Sample')
  const second = app.browser()
  const credentials = { username: 'second', password: 'seven green lamps' }
  expect((await second.post('/api/admin/login', credentials)).status).toBe(200)
  const proposed = `/admin/applications/${held.applications.proposed}`
  const [, proposal = ''] =
    /name="proposal" value="([^"]+)"/.exec((await second.get(proposed)).text) ?? []
  await second.postForm(proposed, { action: 'confirm', proposal })
  expect(stored(app, held.applications.proposed).application).toMatchObject({
    status: 'approved',
    customerCode: 'EX-002',
  })
})

test('prints a decision after version 0.2.0 from its history, and says what that lacks', async () => {
  const { app, clock, folder, browserWith } = upgraded()
  const verified = async () =>
    (await runAlone(verify, { DATA_DIR: folder }, [], () => clock.now)).lines.at(-1)
  await answer(browserWith(held.client.cookies), { answer: 'Jo Sample' })
  const admin = browserWith(held.admin.cookies)
  const { application } = held.client
  const page = `/admin/applications/${application}`
  // as an accepted invitation left it, without a word in the history
  app.deps.db.sqlite.exec("update admins set full_name = 'Rae Viewer' where username = 'reviewer'")
  expect((await admin.get(page)).text).toContain('must be saved again')
  const approval = { customerCode: 'EX-003', creditLimit: 100 }
  expect((await admin.patch(`/api/applications/${application}/approve`, approval)).status).toBe(200)
  const decided = decisionDataOf(app.deps, application)
  expect(decided).toMatchObject({ format: 'countersign-decision-3', decider: { name: null } })
  expect(decided?.requests).toMatchObject([{ question: null, answer: 'Jo Sample' }])
  expect(await verified()).toMatch(/match the history/)
  await onAccount(admin, 'name', { fullName: 'Rae Viewer' })
  expect((await admin.get(page)).text).not.toContain('must be saved again')
  await admin.patch(`/api/applications/${application}/reject`, { reason: 'No' })
  expect(decisionDataOf(app.deps, application)?.decider?.name).toBe('Rae Viewer')
  expect(await verified()).toMatch(/match the history/)
})

test('lets an API key of version 0.2.0 read on, and keeps events for its endpoints unless disabled', async () => {
  const { app, browserWith } = upgraded()
  const reader = withKey(app.browser(), held.apiKey)
  const { status, json } = await reader.get('/api/applications')
  expect([status, json?.total]).toEqual([200, expect.any(Number)])
  const { kept, disabled } = held.endpoints
  const listed = Object.fromEntries(endpoints(app).map(({ id, events }) => [id, events.length > 0]))
  expect(listed).toEqual({ [kept]: true, [disabled]: false })
  const waiting = eventsOf(app).filter(({ state }) => state === 'waiting')
  expect(new Set(waiting.map(({ endpoint }) => endpoint))).toEqual(new Set([kept]))
  const page = await browserWith(held.admin.cookies).get('/admin/integrations')
  expect(page.text).toContain('http://127.0.0.1:9/old')
})

test('sends every email that version 0.2.0 queued', async () => {
  const { app, clock } = upgraded()
  clock.now = held.now + minutes(90)
  const kinds = app.deps.db.sqlite
    .prepare<[], string>(
      "select distinct kind from jobs where queue = 'email' and state = 'waiting' order by kind",
    )
    .pluck()
    .all()
  expect(kinds.length).toBeGreaterThan(6)
  const server = await smtpServer()
  saveMailSettings(app, smtpSettings(server.port))
  while ((await turn(app)) === 'sent');
  const left = "select kind, state, last_reason from jobs where queue = 'email' and state != 'sent'"
  expect(app.deps.db.sqlite.prepare(left).all()).toEqual([])
  const [, token = ''] =
    server.arrived
      .filter(({ to }) => to.includes('queued@example.com'))
      .map(({ mail }) => /resume=([\w-]+)/.exec(mail.text ?? ''))
      .find(Boolean) ?? []
  const reader = app.browser()
  await reader.postForm('/client-form', { action: 'resume', token })
  expect(await openIn(reader)).toBe(held.draftLink.queued)
})

test('sends an edit queued by version 0.2.0 to the accounts team with an edit after the upgrade', async () => {
  const { application } = held.client
  // The job is word for word what the portal of that version stored.
  const data = `{"kind":"client-edit","application":"${application}","businessName":"Signed Sample Ltd","owner":null,"section":"Business","changes":[{"field":"telephone","before":"020 7946 0101","after":"020 7946 0999"}]}`
  const { app, clock, browserWith } = upgraded(`insert into jobs
    (queue, kind, data, dedupe_key, application, state, attempts, created_at, next_at, refusals)
    values ('email', 'client-edit', '${data}', 'client-edit|99', '${application}', 'waiting', 0, ${held.now},
      ${held.now + minutes(10)}, 0)`)
  const customer = browserWith(held.client.cookies)
  const edit = await customer.put('/api/client/application/buyer', { buyerName: 'Somebody New' })
  expect(edit.status).toBe(200)
  clock.now = held.now + minutes(90)
  const server = await smtpServer()
  saveMailSettings(app, smtpSettings(server.port))
  while ((await turn(app)) === 'sent');
  const told = server.arrived.filter(({ mail }) => mail.subject?.includes('changed by the client'))
  expect(told.map(({ mail }) => mail.text)).toEqual([
    expect.stringMatching(/020 7946 0999[\s\S]*Somebody New/),
  ])
})
