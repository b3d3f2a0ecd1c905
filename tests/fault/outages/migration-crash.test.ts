import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkDatabase } from '#db/backup.ts'
import { migrateDatabase } from '#db/migrate.ts'
import { closeDatabase, openDatabase } from '#db/open.ts'
import {
  companies,
  notes,
  rebuiltCompanies,
  writeMigrations,
} from '../../support/app/migrations.ts'

/** How many statements there are from one kill to the next: every one is tried in the long run, FAULT_ROUNDS given. */
const steps = process.env.FAULT_ROUNDS ? { shipped: 1, rebuild: 1 } : { shipped: 40, rebuild: 10 }
const root = mkdtempSync(join(tmpdir(), 'countersign-crash-'))
const figures: string[] = []

afterAll(() => {
  console.log(figures.join('\n'))
  rmSync(root, { recursive: true, force: true })
})

/** Brings a file up to some migrations in this process. */
function bringUp(path: string, migrations: string): number {
  const db = openDatabase(path)
  try {
    return migrateDatabase(db, migrations).applied
  } finally {
    closeDatabase(db)
  }
}

/** The same in a process of its own that kills itself before its `at`-th statement; returns how it ended. */
async function bringUpAndDie(path: string, migrations: string, at: number): Promise<string | null> {
  const program = ['--experimental-strip-types', 'tests/fault/support/migrate-and-die.ts']
  const child = spawn(process.execPath, [...program, path, migrations, String(at)], {
    stdio: 'ignore',
  })
  const [code, signal] = (await once(child, 'exit')) as [number | null, string | null]
  if (code) throw new Error(`The migration ended with ${code}`)
  return signal
}

/** Kills at every `step`-th statement until one run gets through; after each kill the next start has to complete. */
async function crashThrough(
  name: string,
  from: string | null,
  migrations: string,
  step: number,
  check: (path: string) => void,
) {
  let kills = 0
  for (let at = step - 1; ; at += step) {
    const folder = mkdtempSync(join(root, 'volume-'))
    const path = join(folder, 'countersign.db')
    if (from) cpSync(from, path)
    const signal = await bringUpAndDie(path, migrations, at)
    if (signal === 'SIGKILL') kills += 1
    bringUp(path, migrations)
    await checkDatabase(path)
    check(path)
    rmSync(folder, { recursive: true, force: true })
    if (signal === null) break
  }
  figures.push(`${name}: ${kills} kills, ${kills} completed by the next start`)
  return kills
}

test('the shipped schema: killed at a statement, the next start completes it', async () => {
  const shipped = readMigrationFiles({ migrationsFolder: 'db/migrations' })
  const statements = shipped.reduce((sum, { sql }) => sum + sql.length, 0)
  const kills = await crashThrough(
    'shipped migrations',
    null,
    'db/migrations',
    steps.shipped,
    (path) => {
      const db = openDatabase(path)
      const hashes = db.sqlite.prepare('select hash from __drizzle_migrations').pluck().all()
      expect(hashes).toEqual(shipped.map(({ hash }) => hash))
      closeDatabase(db)
    },
  )
  expect(kills).toBeGreaterThanOrEqual(Math.floor(statements / steps.shipped))
}, 600_000)

let old: string
const later = join(root, 'later')

beforeAll(() => {
  const first = join(root, 'first')
  writeMigrations(first, [companies])
  writeMigrations(later, [companies, rebuiltCompanies, notes])
  old = join(root, 'old.db')
  bringUp(old, first)
  const db = openDatabase(old)
  db.sqlite.exec(`with recursive n(i) as (select 1 union all select i + 1 from n where i < 10000)
    insert into companies select i, 'Example ' || i from n;
    insert into people (company) select id from companies`)
  closeDatabase(db)
})

test('a table with 10,000 rows that is rebuilt: killed at a statement, no row is lost, nor one that refers to it', async () => {
  const kills = await crashThrough('rebuild of 10,000 rows', old, later, steps.rebuild, (path) => {
    const db = openDatabase(path)
    const count = (table: string) =>
      db.sqlite.prepare(`select count(*) from ${table}`).pluck().get()
    expect([count('companies'), count('people'), count('notes')]).toEqual([10_000, 10_000, 0])
    closeDatabase(db)
  })
  expect(kills).toBeGreaterThan(0)
}, 600_000)
