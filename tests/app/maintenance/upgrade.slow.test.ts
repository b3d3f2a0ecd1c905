import { createHash } from 'node:crypto'
import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import Database from 'better-sqlite3'
import { expect, onTestFinished, test } from 'vitest'
import { verify } from '#src/commands/verify.ts'
import { fillSearchTexts } from '#src/domain/applications/search-text.ts'
import { days } from '#src/domain/calendar.ts'
import { issuedCertificates } from '#src/domain/documents/certificates.ts'
import { takeInDocuments } from '#src/domain/documents/take-in.ts'
import { openData } from '#src/domain/maintenance/data-folder.ts'
import { checkSeal } from '#src/pdf/seal/check-seal.ts'
import { hashToken } from '#src/security/tokens.ts'
import { openIn, submit } from '../../support/app/applicants.ts'
import { issueAll, storedDocuments } from '../../support/app/documents.ts'
import { found, list } from '../../support/app/listed-rows.ts'
import { tamper } from '../../support/app/tamper.ts'
import { testApp } from '../../support/app/test-app.ts'
import { runAlone } from '../../support/commands.ts'
import { envOf } from '../../support/env.ts'
import { newFolder } from '../../support/folder.ts'
import { withKey } from '../../support/integrations.ts'
import { saveMailSettings, smtpSettings, turn } from '../../support/mail/mail-settings.ts'
import { smtpServer } from '../../support/mail/smtp-server.ts'

/**
 * A folder as version 0.1.0 left it: three signed applications, of which one was approved, one rejected and one amended,
 * with their documents; the emails wait.
 */
function oldFolder() {
  const folder = newFolder()
  const kept = 'tests/support/upgrades/version-0.1.0'
  cpSync(join(kept, 'key.txt'), join(folder, 'app.key'))
  cpSync(join(kept, 'volume.state'), join(folder, 'volume.state'))
  const packed = readFileSync(join(kept, 'countersign.db.gz'))
  writeFileSync(join(folder, 'countersign.db'), gunzipSync(packed))
  return folder
}

const now = () => Date.parse('2026-11-23T14:00:00Z')

function open(folder: string) {
  const opened = openData(envOf({ DATA_DIR: folder }), 'db/migrations', now, { holdsLock: true })
  onTestFinished(() => opened.close())
  return opened
}

type Email = { id: number; created_at: number }
type Stored = { application: string; kind: string; sha256: string }

const verified = (DATA_DIR: string) => runAlone(verify, { DATA_DIR }, [], now)

test('opens a database of the first version with its history, documents, accounts and emails', async () => {
  const folder = oldFolder()
  const old = new Database(join(folder, 'countersign.db'))
  const documents = old.prepare<[], Stored>('select application, kind, sha256 from documents').all()
  const emails = old
    .prepare<[], Email>(
      "select id, kind, email as data, attempts, created_at, next_at from outbox where state = 'waiting'",
    )
    .all()
  // version 0.1.0 also sent single documents off the machine
  old.exec(
    "insert into outbox (channel, kind, email, dedupe_key, created_at, next_at) values ('second-place', 'document', '{}', 'x', 0, 0)",
  )
  old.close()
  expect([documents.length, emails.length]).toEqual([5, 8])

  const { db, keys, readAll, lost } = open(folder)
  expect([readAll, lost]).toEqual([false, null])
  const queues = db.sqlite.prepare('select distinct queue from jobs').pluck().all()
  expect(queues).toEqual(['email'])
  const { lines } = await verified(folder)
  expect(lines.at(-1)).toMatch(/match the history: 3 applications, 5 documents\.$/)

  const app = testApp({ env: { DATA_DIR: folder }, deps: { db, keys, now } })
  const browser = app.browser()
  const credentials = { username: 'operator', password: 'brass kettle on 4 hobs' }
  expect((await browser.post('/api/admin/login', credentials)).status).toBe(200)
  const cookie = [...browser.cookies].map((pair) => pair.join('=')).join('; ')
  const trusted = issuedCertificates(app.deps).map(({ fingerprint }) => fingerprint)
  for (const { application, kind, sha256 } of documents) {
    const path = `/api/applications/${application}/pdf?version=${kind}`
    const answer = await app.request(path, { headers: { cookie } })
    const bytes = Buffer.from(await answer.arrayBuffer())
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(sha256)
    expect(await checkSeal(bytes, trusted)).toMatchObject({ ok: true })
    expect((await browser.get(`/api/verify/${sha256}`)).json).toMatchObject({ issued: true })
    expect((await browser.get(`/admin/applications/${application}`)).status).toBe(200)
  }

  expect(
    db.sqlite
      .prepare(
        "select id, kind, data, attempts, created_at, next_at from jobs where state = 'waiting'",
      )
      .all(),
  ).toEqual(emails)
  const server = await smtpServer()
  saveMailSettings(app, smtpSettings(server.port))
  for (const _ of emails) await turn(app)
  expect(server.arrived.map(({ mail }) => mail.messageId).sort()).toEqual(
    emails.map(({ id, created_at }) => `<email.${id}.${created_at.toString(36)}@localhost>`).sort(),
  )
})

test('completes the work that the first version left half done under its old name', async () => {
  const folder = oldFolder()
  const old = new Database(join(folder, 'countersign.db'))
  const endpoint = "values ('erp', 'https://erp.example.com/', '[]', '', 1, 1)"
  old.exec(`insert into webhook_endpoints (id, address, events, secret_sealed, created_at, version) ${endpoint};
    insert into outbox (id, channel, kind, email, dedupe_key, application, endpoint, state, created_at, next_at)
    select 900, 'webhook', 'application.submitted', '{}', 'webhook|erp|1', application, 'erp', 'waiting', 36, 36
    from documents limit 1;
    insert into documents (application, kind, frozen_at, event, data, attempts, next_at)
    select application, 'countersigned', 72, event, data, 3, 108 from documents where kind = 'countersigned' limit 1`)
  old.close()
  const { db } = open(folder)
  const rows = (queue: string) => db.sqlite.prepare('select * from jobs where queue = ?').all(queue)
  expect(rows('webhook')).toMatchObject([
    { id: 900, state: 'waiting', endpoint: 'erp', created_at: 36, dedupe_key: 'webhook|erp|1' },
  ])
  expect(rows('document')).toMatchObject([
    { kind: 'countersigned', state: 'waiting', attempts: 3, created_at: 72, next_at: 108 },
  ])
})

test('accepts cookies, links and an API key of the first version after the upgrade', async () => {
  const folder = oldFolder()
  const old = new Database(join(folder, 'countersign.db'))
  const [at, later] = [now(), now() + days(1)]
  old.exec(`insert into applications (id, status, created_at, updated_at, main_email, main_email_key)
      values ('AAAA-AAAA-AAAA', 'draft', ${at}, ${at}, 'own@example.com', 'own@example.com'),
        ('BBBB-BBBB-BBBB', 'draft', ${at}, ${at}, 'linked@example.com', 'linked@example.com');
    insert into draft_tokens (token_hash, application, access, expires_at)
      select '${hashToken('draft')}', seq, 'write', ${later} from applications where id = 'AAAA-AAAA-AAAA';
    insert into draft_links (token_hash, application, purpose, expires_at, email_hash)
      select '${hashToken('link')}', seq, 'resume', ${later}, '${hashToken('linked@example.com')}'
      from applications where id = 'BBBB-BBBB-BBBB';
    insert into password_tokens values (1, '${hashToken('password')}', ${later});
    insert into client_sessions values ('${hashToken('client')}', 2, ${at}, ${at});
    insert into api_keys (name, key_hash, beginning, created_at, created_by)
      values ('Ledger', '${hashToken('cs_key')}', 'cs_', ${at}, 'operator');
    insert into admin_invitations (username, username_key, email, role, invited_by, created_at, token_hash, expires_at)
      values ('rita', 'rita', 'rita@example.com', 'reviewer', 'operator', ${at}, '${hashToken('invitation')}', ${later});
    insert into admin_sessions (token_hash, admin, public_id, stage, created_at, last_seen_at, proved_at)
      values ('${hashToken('admin')}', 1, 'a', 'full', ${at}, ${at}, ${at});`)
  old.close()
  const { db, keys } = open(folder)
  const app = testApp({ env: { DATA_DIR: folder }, deps: { db, keys, now } })
  const browserWith = (name: string) => {
    const browser = app.browser()
    browser.cookies.set(name, name)
    return browser
  }
  expect(await openIn(browserWith('draft'))).toBe('AAAA-AAAA-AAAA')
  const reader = app.browser()
  await reader.postForm('/client-form', { action: 'resume', token: 'link' })
  expect(await openIn(reader)).toBe('BBBB-BBBB-BBBB')
  const set = { token: 'password', password: 'five loud tin lamps' }
  expect((await app.browser().post('/api/client/set-password', set)).status).toBe(200)
  expect((await browserWith('client').get('/client-portal')).status).toBe(200)
  expect((await browserWith('admin').get('/admin/dashboard')).status).toBe(200)
  expect((await app.browser().get('/admin/invitation?token=invitation')).status).toBe(200)
  expect((await withKey(app.browser(), 'cs_key').get('/api/applications')).status).toBe(200)
})

test('finds the applications of a first version that was killed while it wrote', async () => {
  const killed = oldFolder()
  const old = new Database(join(killed, 'countersign.db'))
  old.pragma('journal_mode = WAL')
  old.exec(`insert into applications (id, status, created_at, updated_at, business_name, telephone)
    values ('AAAA-AAAA-AAAA', 'draft', 1, 1, 'Killed & Sons Gauges', '+44 (0)20 7946 0066')`)
  const folder = newFolder()
  cpSync(killed, folder, { recursive: true })
  old.close()
  writeFileSync(join(folder, 'volume.state'), 'running')
  const { db, keys } = open(folder)
  const app = testApp({ env: { DATA_DIR: folder }, deps: { db, keys, now } })
  expect(list(app, { search: 'gauges' })).toMatchObject({ total: 0, totalIsMinimum: true })
  await fillSearchTexts(app.deps, new AbortController().signal)
  for (const search of ['gauges sons', 'AAAA-AAAA', '02079460066'])
    expect(found(app, search), search).toEqual(['Killed & Sons Gauges'])
  expect(found(app, 'sample ltd')).toHaveLength(3)
  expect(list(app, { search: 'sample' }).totalIsMinimum).toBe(false)
})

/** Opens a folder of the first version after somebody changed it, and again as often as asked. */
function upgraded(sql: string) {
  const folder = oldFolder()
  const path = join(folder, 'countersign.db')
  tamper(path, sql)
  const old = new Database(path)
  const before = old
    .prepare<[], string>("select value from installation where name = 'audit-key'")
    .pluck()
    .get()
  old.close()
  const { db, keys, earlier } = open(folder)
  const app = testApp({ env: { DATA_DIR: folder }, deps: { db, keys, now } })
  const findings = async () => (await verified(folder)).said
  return { app, earlier, findings, before, again: () => takeInDocuments(app.deps) }
}

const invented = `insert into documents (application, kind, frozen_at, event, data, sealed_at, pdf, sha256, next_at)
  select 'AAAA-AAAA-AAAA', 'signed', frozen_at, event, data, sealed_at, pdf, 'f00d', 0 from documents limit 1;`

test('seals a document after the upgrade that waited to be sealed', async () => {
  const { app, findings } = upgraded(
    'update documents set pdf = null, sha256 = null, sealed_at = null, certificate = null where id = 3',
  )
  await issueAll(app)
  expect(storedDocuments(app)[2]?.pdf).not.toBeNull()
  expect(await findings()).toContain('match the history: 3 applications, 5 documents.')
})

test('rejects a document that no event explains', async () => {
  const { app, earlier, findings } = upgraded(invented)
  expect(earlier.takenIn).toBe(5)
  expect(earlier.refused).toEqual(['signed document of event 3, AAAA-AAAA-AAAA'])
  expect(await findings()).toContain('no submit or decision in the history explains it')
  expect((await app.browser().get('/api/verify/f00d')).json).not.toMatchObject({ issued: true })
})

test('has documents accepted again only by somebody with the key', async () => {
  const { app, again, findings, before } = upgraded('')
  const { sqlite } = app.deps.db
  await submit(app.browser())
  sqlite.exec(`drop trigger events_no_delete; drop trigger documents_frozen;
    update documents set data = replace(data, 'Sample', 'Forged') where sealed_at is null;
    delete from event_changes where event = 12; delete from events where seq = 12`)
  expect(again()).toEqual({ takenIn: 0, refused: [] })
  const faults = await findings()
  expect(faults).toContain('event 12 is missing')
  expect(faults).toContain('its data is not what was frozen')
  sqlite.prepare("update installation set value = ? where name = 'audit-key'").run(before)
  expect(again).toThrow('The history does not end as it was sealed')
  await issueAll(app)
  expect(storedDocuments(app).at(-1)?.pdf).toBeNull()
})
