// Times the back office's list, search and numbers on a scratch file of made-up applications, in milliseconds:
//   npx tsx tests/bench/back-office.ts 200000
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { migrateDatabase } from '#db/migrate.ts'
import { closeDatabase, openDatabase } from '#db/open.ts'
import { analytics } from '#src/domain/analytics.ts'
import { prepareMonths } from '#src/domain/counted-months.ts'
import { listApplications } from '#src/domain/listing.ts'
import { recentUpdates } from '#src/domain/recent-updates.ts'
import { readEnv } from '#src/env.ts'
import { newReference } from '#src/security/tokens.ts'
import { seededRandom } from '../support/random.ts'

const count = Number(process.argv.at(-1)) || 200_000
const folder = mkdtempSync(join(tmpdir(), 'countersign-bench-'))
const db = openDatabase(join(folder, 'countersign.db'))
migrateDatabase(db, 'db/migrations')
const read = readEnv({ DATA_DIR: folder })
if (!read.ok) throw new Error(read.faults.join('\n'))
const now = Date.parse('2026-11-20T10:00:00Z')
const deps = { db, env: read.env, now: () => now }
const random = seededRandom(1)
const pick = <T>(list: readonly T[]) => list[Math.floor(random() * list.length)] as T

prepareMonths(deps)
fill()
const ask = { search: '', filter: null, limit: 50, cursor: null } as const
const names = sampleNames()
const rows = [
  time('first page of the list', 100, () => listApplications(deps, ask)),
  time('first page of one status', 100, () =>
    listApplications(deps, { ...ask, filter: 'rejected' }),
  ),
  time('submitted in seven days', 100, () => listApplications(deps, { ...ask, filter: 'recent' })),
  time('a page in the middle', 100, () =>
    listApplications(deps, { ...ask, cursor: `${Math.ceil(random() * count)}.0.1000.1` }),
  ),
  time('search: 3 letters of a name', 100, () => search(piece(pick(names), 3))),
  time('search: 6 letters of a name', 100, () => search(piece(pick(names), 6))),
  time('search: a whole name', 100, () => search(pick(names))),
  time('search: a common word', 100, () => search('limited')),
  time('search: 8 digits of a number', 100, () =>
    search(String(Math.floor(random() * 1e8)).padStart(8, '0')),
  ),
  time('search: no match', 100, () => search('qqxxzz')),
  time('search: common pieces, no match', 100, () => search('ltdimi')),
  time('search: common word, rare status', 100, () =>
    listApplications(deps, { ...ask, search: 'limited', filter: 'completed' }),
  ),
  time('search: 2 letters', 100, () => search(piece(pick(names), 2))),
  time('search: 2 letters, no match', 100, () => search('qx')),
  time('dashboard numbers', 100, () => analytics(deps)),
  time('recent updates', 100, () => recentUpdates(deps)),
]
process.stdout.write(`${count} applications\n`)
for (const { name, p50, p99, cpu } of rows)
  process.stdout.write(
    `${name.padEnd(36)} p50 ${p50.toFixed(2).padStart(7)}   p99 ${p99.toFixed(2).padStart(7)}   processor ${cpu.toFixed(2).padStart(7)}\n`,
  )
closeDatabase(db)
rmSync(folder, { recursive: true })

function search(text: string) {
  return listApplications(deps, { ...ask, search: text })
}

function piece(text: string, length: number): string {
  const at = Math.floor(random() * Math.max(1, text.length - length))
  return text
    .slice(at, at + length)
    .trim()
    .padEnd(length, 'a')
}

function time(name: string, times: number, work: () => unknown) {
  for (let at = 0; at < 20; at++) work()
  const before = process.cpuUsage()
  const took = Array.from({ length: times }, () => {
    const start = performance.now()
    work()
    return performance.now() - start
  }).sort((a, b) => a - b)
  const { user, system } = process.cpuUsage(before)
  const at = (share: number) => took[Math.min(times - 1, Math.floor(times * share))] ?? 0
  return { name, p50: at(0.5), p99: at(0.99), cpu: (user + system) / 1000 / times }
}

function sampleNames(): string[] {
  return db.sqlite
    .prepare<[number], { name: string }>(
      'select business_name as name from applications where seq % ? = 0 limit 2000',
    )
    .all(Math.max(1, Math.floor(count / 2000)))
    .map(({ name }) => name)
}

/** Rows of about the size of real ones: three addresses, contacts, a name of a few made-up syllables. */
function fill() {
  const syllables =
    'cal met tes vol amp ohm sig nal wav pro bex tor lin qua dra fen gul hor jan kel mor nev pyx rud sto und wex yar zim'.split(
      ' ',
    )
  const endings = ['Limited', 'Ltd', 'LLP', 'Services', 'and Sons', 'Group PLC', 'Instruments']
  const states = [
    ...Array(12).fill('approved'),
    ...Array(4).fill('draft'),
    'submitted',
    'rejected',
    'rejected',
  ]
  const insert = db.sqlite.prepare(
    `insert into applications (id, status, completion_percentage, created_at, updated_at, submitted_at, approved_at,
       business_name, business_address, co_registration, co_registration_key, main_email, main_email_key,
       telephone, telephone_key, vat_no, vat_no_key, business_types, invoice_address, delivery_address,
       buyer_name, accounts_contact, site_contact, customer_code)
     values (?, ?, 100, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  )
  const address = `${'Unit 4, Test Park, 12 Example Road, '.repeat(6)}Sampleford`
  const span = 3 * 365 * 86_400_000
  const word = () => {
    const text = Array.from({ length: 2 + Math.floor(random() * 2) }, () => pick(syllables)).join(
      '',
    )
    return text.charAt(0).toUpperCase() + text.slice(1)
  }
  const some = db.sqlite.transaction((from: number, to: number) => {
    for (let at = from; at < to; at++) {
      const created = now - span + Math.floor((span * at) / count)
      const status = pick(states)
      const name = `${word()} ${word()} ${pick(endings)}`
      const number = String(Math.floor(random() * 1e8)).padStart(8, '0')
      const email = `office@${name.toLowerCase().replace(/[^a-z]/g, '')}${at}.example.com`
      const phone = String(Math.floor(random() * 1e10))
      const vat = String(Math.floor(random() * 1e9))
      const decided = status === 'approved' ? created + 86_400_000 : null
      insert.run(
        newReference(),
        status,
        created,
        created,
        status === 'draft' ? null : created,
        decided,
        name,
        address,
        number,
        number,
        email,
        email,
        phone,
        phone,
        vat,
        vat,
        JSON.stringify([pick(['PLC', 'Private Ltd Co.', 'LLP', 'Other'])]),
        address,
        address,
        word(),
        word(),
        word(),
        decided && `EX-${at}`,
      )
    }
  })
  const start = performance.now()
  for (let at = 0; at < count; at += 5000) some(at, Math.min(count, at + 5000))
  process.stdout.write(`filled in ${Math.round(performance.now() - start)} ms\n`)
}
