import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import { build } from 'vite'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { checkDatabase } from '#db/copies.ts'
import { migrateDatabase } from '#db/migrate.ts'
import { closeDatabase, openDatabase } from '#db/open.ts'
import { transact } from '#db/transaction.ts'
import { recordEvent } from '#src/domain/audit/events.ts'
import { openData } from '#src/domain/maintenance/data-folder.ts'
import { readEnv } from '#src/env.ts'
import { external } from '../../../vite.config.ts'
import {
  addMigration,
  companies,
  notes,
  rebuiltCompanies,
  writeMigrations,
} from '../../support/app/migrations.ts'

/** How many statements there are from one kill to the next: every one is tried in the long run, FAULT_ROUNDS given. */
const steps = process.env.FAULT_ROUNDS ? { shipped: 1, rebuild: 1 } : { shipped: 40, rebuild: 2 }
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
  return endOf(child)
}

async function endOf(child: ChildProcess): Promise<string | null> {
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

describe('the start after an upgrade, killed at any write', () => {
  const APP_KEY = randomBytes(32).toString('base64')
  const shipped = 'db/migrations'
  const upgraded = join(root, 'upgraded')
  const [stopped, killed] = [join(root, 'stopped'), join(root, 'killed')]
  const open = (folder: string, migrations: string) => {
    const read = readEnv({ DATA_DIR: folder, APP_KEY })
    if (!read.ok) throw new Error(read.faults.join('\n'))
    return openData(read.env, migrations, Date.now, { holdsLock: true })
  }
  const happen = (opened: ReturnType<typeof open>) =>
    transact(opened, (deps) => recordEvent(deps, { kind: 'system' }, { action: 'sample' }))

  /** Inside the project, where it finds its packages; from source its start takes seconds. */
  const bundle = resolve(join('node_modules', '.cache', `open-and-die-${process.pid}`))

  beforeAll(async () => {
    await build({
      configFile: false,
      logLevel: 'error',
      ssr: { noExternal: true, external },
      build: {
        ...{ ssr: true, outDir: bundle, copyPublicDir: false, target: 'node22' },
        rolldownOptions: { input: 'tests/fault/support/open-and-die.ts' },
      },
    })
    addMigration(upgraded, {
      tag: '9999_later',
      statements: [
        'CREATE TABLE `samples` (`id` integer PRIMARY KEY NOT NULL, `text` text NOT NULL) STRICT;',
        "INSERT INTO `samples` WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 20000) SELECT i, 'Sample ' || i FROM n;",
        'CREATE INDEX `samples_by_text` ON `samples` (`text`);',
      ],
    })
    mkdirSync(stopped)
    const first = open(stopped, shipped)
    happen(first)
    first.close()
    const second = open(stopped, shipped)
    happen(second)
    cpSync(stopped, killed, { recursive: true })
    second.close()
  })

  afterAll(() => rmSync(bundle, { recursive: true, force: true }))

  test.each([
    ['in good order', () => stopped, 1],
    ['by a kill', () => killed, 1],
    // every statement of the shipped schema is a step
    ['never', () => null, steps.shipped],
  ])(
    'goes on at the next one; the process before had stopped %s',
    async (name, from, step) => {
      let kills = 0
      for (let at = 0; ; at += step) {
        const folder = mkdtempSync(join(root, 'folder-'))
        const source = from()
        if (source) cpSync(source, folder, { recursive: true })
        const program = join(bundle, 'open-and-die.js')
        const child = spawn(process.execPath, [program, folder, upgraded, String(at)], {
          stdio: ['ignore', 'ignore', 'inherit'],
          env: { PATH: process.env.PATH, DATA_DIR: folder, APP_KEY },
        })
        const signal = await endOf(child)
        if (signal === 'SIGKILL') kills += 1
        const { db, lost, close } = open(folder, upgraded)
        expect(lost).toBeNull()
        expect(db.sqlite.prepare('select count(*) from samples').pluck().get()).toBe(20_000)
        expect(db.sqlite.prepare('select count(*) from events').pluck().get()).toBe(source ? 2 : 0)
        close()
        const copies = join(folder, 'backups')
        for (const copy of existsSync(copies) ? readdirSync(copies) : [])
          if (copy.endsWith('.db')) await checkDatabase(join(copies, copy))
        rmSync(folder, { recursive: true, force: true })
        if (signal === null) break
      }
      figures.push(`start after an upgrade, stopped ${name} before: ${kills} kills`)
      expect(kills).toBeGreaterThan(2)
    },
    600_000,
  )
})
