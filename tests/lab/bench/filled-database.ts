import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { migrateDatabase } from '../../../db/migrate.ts'
import { closeDatabase, type Db, openDatabase } from '../../../db/open.ts'
import { transact } from '../../../db/transaction.ts'
import { fillBatch } from '../../../src/domain/applications/search-text.ts'
import { newReference } from '../../../src/security/tokens.ts'
import { seededRandom } from '../../support/random.ts'
import { madeUpCompanies } from './companies.ts'

const day = 86_400_000
const migrations = 'db/migrations'

/**
 * A data folder with the given number of applications over three years, with directors, accounts, events and emails.
 * Made once for each schema and kept in the temporary folder, or in BENCH_DATA.
 */
export function filledFolder(count: number): string {
  const schema = createHash('sha256')
  for (const name of readdirSync(migrations).filter((name) => name.endsWith('.sql')))
    schema.update(readFileSync(join(migrations, name)))
  const kept = process.env.BENCH_DATA ?? join(tmpdir(), 'countersign-bench')
  const folder = join(kept, `${count}-${schema.digest('hex').slice(0, 8)}`)
  const done = join(folder, 'filled')
  if (existsSync(done)) return folder
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const db = openDatabase(join(folder, 'countersign.db'))
  migrateDatabase(db, migrations)
  fill(db, count)
  closeDatabase(db)
  writeFileSync(done, '')
  return folder
}

/** Rows first, then everything that is kept beside them: a million at once is sorted once instead of found a place each. */
function fill(db: Db, count: number) {
  const { sqlite } = db
  sqlite.pragma('synchronous = OFF')
  sqlite.pragma('foreign_keys = OFF')
  const later = sqlite
    .prepare<[], { type: string; name: string; sql: string }>(
      `select type, name, sql from sqlite_master where sql is not null and (type = 'trigger' or type = 'index')
       order by type`,
    )
    .all()
  for (const { type, name } of later) sqlite.exec(`drop ${type} ${name}`)
  const insert = inserter(sqlite, count)
  const some = sqlite.transaction((from: number, to: number) => {
    for (let at = from; at < to; at++) insert(at)
  })
  for (let at = 0; at < count; at += 10_000) some(at, Math.min(count, at + 10_000))
  for (const { sql } of later) sqlite.exec(sql)
  while (transact({ db }, fillBatch));
  sqlite.exec(`insert into monthly_tally
    select strftime('%Y-%m', created_at / 1000, 'unixepoch'), count(*), sum(status <> 'draft')
    from applications group by 1`)
  sqlite.exec('analyze')
}

const states = [...Array(12).fill('approved'), ...Array(4).fill('draft'), 'submitted', 'rejected']

function inserter(sqlite: Db['sqlite'], count: number) {
  const random = seededRandom(8)
  const company = madeUpCompanies(9)
  const end = Date.now()
  const put = (table: string, names: string) => {
    const places = names.split(', ').map(() => '?')
    return sqlite.prepare(`insert into ${table} (${names}) values (${places.join(', ')})`)
  }
  const application = put('applications', applicationColumns)
  const director = put('directors', 'application, ordinal, name, position')
  const client = put('clients', 'application, email, email_key, created_at')
  const draftToken = put('draft_tokens', 'token_hash, application, access, expires_at')
  const event = put('events', 'at, actor_kind, actor, action, application, previous_hash, hash')
  const sent = put('jobs', 'kind, data, dedupe_key, application, state, created_at, next_at')
  const otherTelephones = () =>
    Array.from({ length: 5 }, () => `07700 ${Math.floor(900_000 * random() + 100_000)}`)
  let hash = ''
  return (at: number) => {
    const { name, number, email, phone, vat, address, people, types } = company(at)
    const status = states[Math.floor(random() * states.length)] as string
    const id = newReference()
    const created = end - 3 * 365 * day + Math.floor((3 * 365 * day * at) / count)
    // a draft that nobody touches for a month is gone
    const touched = end - Math.floor(random() * 20 * day)
    const submitted = status === 'draft' ? null : created + day / 24
    const approved = status === 'approved' ? created + 2 * day : null
    const code = approved && `CU${at}`
    const seq = Number(
      application.run(
        ...[id, status, submitted ? 100 : 40, created, approved ?? submitted ?? touched],
        ...[submitted, approved, code, name, address, 'EX4 2MP', phone, phone, email, email],
        ...[phone, number, number, '2009-03-03', `GB ${vat}`, `GB${vat}`, `GB${vat}000`, types],
        ...[people[0], address, email, people[1], email, people[0], address, email],
        ...[...otherTelephones(), 'EX4 2MP', 'EX4 2MP'],
      ).lastInsertRowid,
    )
    for (const [place, person] of people.entries()) director.run(seq, place, person, 'Director')
    const happen = (action: string, when: number) => {
      const next = createHash('md5').update(`${hash}${action}`).digest('hex').repeat(2)
      event.run(when, 'applicant', 'applicant', action, id, hash, next)
      hash = next
    }
    happen('draft created', created)
    if (!submitted) return draftToken.run(hash, seq, 'write', created + 30 * day)
    happen('application submitted', submitted)
    client.run(seq, email, email, submitted)
    for (const kind of ['receipt', 'new-application'])
      sent.run(kind, JSON.stringify({ kind, id, name }), kind, id, 'sent', created, created)
  }
}

const applicationColumns =
  'id, status, completion_percentage, created_at, updated_at, submitted_at, approved_at, customer_code, business_name, business_address, post_code, telephone, telephone_key, main_email, main_email_key, mobile, co_registration, co_registration_key, date_incorporation, vat_no, vat_no_key, eori_number, business_types, accounts_contact, invoice_address, invoice_email, buyer_name, buyer_email, site_contact, delivery_address, delivery_email, accounts_telephone, buyer_telephone, buyer_mobile, delivery_telephone, delivery_mobile, invoice_post_code, delivery_post_code'
