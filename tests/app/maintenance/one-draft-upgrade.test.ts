import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openData } from '#src/domain/maintenance/data-folder.ts'
import { hashToken } from '#src/security/tokens.ts'
import { openIn } from '../../support/app/applicants.ts'
import { sectionSave } from '../../support/app/application-answers.ts'
import { testApp } from '../../support/app/test-app.ts'
import { message } from '../../support/draft-message.ts'
import { envOf } from '../../support/env.ts'
import { newFolder } from '../../support/folder.ts'

/** The migrations of version 0.2.0. */
function migrationsOf020(): string {
  const folder = newFolder()
  cpSync('db/migrations', folder, { recursive: true })
  const path = join(folder, 'meta/_journal.json')
  const journal = JSON.parse(readFileSync(path, 'utf8'))
  const last = journal.entries.findIndex(({ tag }: { tag: string }) => /closed_accounts/.test(tag))
  journal.entries = journal.entries.slice(0, last + 1)
  writeFileSync(path, JSON.stringify(journal))
  return folder
}

function open(DATA_DIR: string, migrations = 'db/migrations') {
  const opened = openData(envOf({ DATA_DIR }), migrations, Date.now, { holdsLock: true })
  onTestFinished(() => opened.close())
  return opened
}

type Draft = { id: string; email: string | null; key?: string | null; own?: string }

const drafts: Draft[] = [
  { id: 'AAAA-AAAA-AAAA', email: 'first@example.com' },
  { id: 'BBBB-BBBB-BBBB', email: null },
  { id: 'CCCC-CCCC-CCCC', email: 'half@', key: null },
  { id: 'DDDD-DDDD-DDDD', email: 'staff@example.com', own: 'own@example.com' },
  { id: 'EEEE-EEEE-EEEE', email: 'staff2@example.com', own: 'a@example.com, b@example.com' },
  { id: 'FFFF-FFFF-FFFF', email: 'newest@example.com' },
  { id: 'GGGG-GGGG-GGGG', email: 'moved@example.com' },
  { id: 'HHHH-HHHH-HHHH', email: 'expired@example.com' },
]

/** A folder of version 0.2.0 in which one browser has opened all drafts, and another one has the second. */
function folderOf020(secret: string): string {
  const folder = newFolder()
  const old = open(folder, migrationsOf020())
  const at = Date.now()
  const later = at + 1e9
  for (const { id, email, key = email, own = null } of drafts) {
    const { lastInsertRowid } = old.db.sqlite
      .prepare(
        `insert into applications (id, created_at, updated_at, main_email, main_email_key, applicant_email)
        values (?, ?, ?, ?, ?, ?)`,
      )
      .run(id, at, at, email, key, own)
    const token = old.db.sqlite.prepare(
      'insert into draft_tokens (token_hash, application, access, expires_at) values (?, ?, ?, ?)',
    )
    const access = id.startsWith('G') ? 'moved' : 'write'
    token.run(hashToken(secret), lastInsertRowid, access, id.startsWith('H') ? 1 : later)
    if (id.startsWith('B')) token.run(hashToken('another'), lastInsertRowid, 'write', later)
  }
  old.close()
  return folder
}

test('keeps the newest draft of a browser of version 0.2.0, and emails the links to the others once', async () => {
  const folder = folderOf020('secret')
  for (let starts = 0; starts < 2; starts += 1) open(folder).close()
  const { db, keys } = open(folder)
  const app = testApp({ env: { DATA_DIR: folder }, deps: { db, keys, now: Date.now } })
  const browser = app.browser()
  browser.cookies.set('draft', 'secret')
  expect(await openIn(browser)).toBe('FFFF-FFFF-FFFF')
  const statuses = []
  for (const { id } of drafts)
    statuses.push((await browser.put(`/api/applications/${id}`, sectionSave(4))).status)
  expect(statuses).toEqual([404, 404, 404, 404, 404, 200, 404, 404])
  const another = app.browser()
  another.cookies.set('draft', 'another')
  expect(await openIn(another)).toBe('BBBB-BBBB-BBBB')

  const emails = db.sqlite
    .prepare<[], { kind: string; data: string }>('select kind, data from jobs order by data')
    .all()
  const linkTo = (address: string, draft: string) => {
    return ['draft-link', { kind: 'draft-link', to: { name: '', address }, draft }]
  }
  expect(emails.map(({ kind, data }) => [kind, JSON.parse(data)])).toEqual([
    linkTo('first@example.com', 'AAAA-AAAA-AAAA'),
    linkTo('own@example.com', 'DDDD-DDDD-DDDD'),
  ])
  const [, token = ''] = /resume=([\w-]+)/.exec(message(app, 'draft-link')?.text ?? '') ?? []
  const reader = app.browser()
  await reader.postForm('/client-form', { action: 'resume', token })
  expect(['AAAA-AAAA-AAAA', 'DDDD-DDDD-DDDD']).toContain(await openIn(reader))
})
