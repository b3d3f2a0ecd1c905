import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { migrateDatabase } from '#db/migrate.ts'
import { closeDatabase, type Db, openDatabase } from '#db/open.ts'
import {
  companies,
  notes,
  rebuiltCompanies,
  type SampleMigration,
  writeMigrations,
} from '../../support/app/migrations.ts'
import { newFolder } from '../../support/folder.ts'

let folder: string
let db: Db

beforeEach(() => {
  folder = newFolder()
  db = openDatabase(join(folder, 'countersign.db'))
})

afterEach(() => closeDatabase(db))

/** Ships these migrations and runs what is pending. */
function ship(...migrations: SampleMigration[]) {
  writeMigrations(join(folder, 'migrations'), migrations)
  return migrateDatabase(db, join(folder, 'migrations'))
}

/** One company with two people. */
const settle = () =>
  db.sqlite.exec(
    "insert into companies values (1, 'Example Ltd'); insert into people values (1, 1), (2, 1)",
  )
const count = (table: string) => db.sqlite.prepare(`select count(*) from ${table}`).pluck().get()
const tables = () =>
  db.sqlite.prepare("select name from sqlite_master where type = 'table'").pluck().all()

describe('a migration', () => {
  test('runs a migration once, and later only new ones', () => {
    expect(ship(companies)).toEqual({ applied: 1, backup: null })
    expect(ship(companies)).toEqual({ applied: 0, backup: null })
    expect(ship(companies, rebuiltCompanies, notes).applied).toBe(2)
    expect(tables()).toContain('notes')
  })

  test('keeps the rows that refer to a table when a migration rebuilds it', () => {
    ship(companies)
    settle()
    ship(companies, rebuiltCompanies)
    expect(count('companies')).toBe(1)
    expect(count('people')).toBe(2)
    expect(() => db.sqlite.exec('insert into companies (id) values (2)')).toThrow('NOT NULL')
  })

  test('leaves the file as it was when a migration fails halfway', () => {
    ship(companies)
    settle()
    const broken = {
      ...notes,
      statements: [...notes.statements, 'INSERT INTO nowhere VALUES (1);'],
    }
    expect(() => ship(companies, rebuiltCompanies, broken)).toThrow(
      /could not be upgraded to this version and was left unchanged: .*nowhere/,
    )
    db = openDatabase(db.path)
    expect(tables()).not.toContain('notes')
    expect(count('people')).toBe(2)
    expect(db.sqlite.pragma('integrity_check', { simple: true })).toBe('ok')
    expect(ship(companies, rebuiltCompanies, notes).applied).toBe(2)
    expect(count('people')).toBe(2)
  })

  test('refuses and undoes a migration that leaves rows with missing references, at every start', () => {
    ship(companies)
    settle()
    const careless = { tag: '0001_careless', statements: ['DELETE FROM `companies`;'] }
    for (const _ of ['first', 'second']) {
      expect(() => ship(companies, careless)).toThrow('2 rows refer to missing rows')
      db = openDatabase(db.path)
      expect(count('companies')).toBe(1)
    }
  })
})

describe('a database', () => {
  test('copies a database with data completely before it is changed', () => {
    ship(companies)
    settle()
    const { backup } = ship(companies, rebuiltCompanies, notes)
    expect(backup).toBe(join(folder, 'backups', 'before-migration-0001.db'))
    const copy = new Database(backup ?? '', { readonly: true })
    expect(copy.pragma('integrity_check', { simple: true })).toBe('ok')
    expect(copy.prepare('select name from companies').pluck().all()).toEqual(['Example Ltd'])
    expect(copy.prepare('select count(*) from people').pluck().get()).toBe(2)
    expect(
      copy.prepare("select count(*) from sqlite_master where name = 'notes'").pluck().get(),
    ).toBe(0)
    copy.close()
  })
})
