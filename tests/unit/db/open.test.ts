import { watch } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { migrateDatabase } from '#db/migrate.ts'
import { closeDatabase, openDatabase } from '#db/open.ts'
import { newFolder } from '../../support/folder.ts'

let folder: string
let path: string

beforeEach(() => {
  folder = newFolder()
  path = join(folder, 'countersign.db')
})

describe('an open database', () => {
  test.each([
    ['journal_mode', 'wal'],
    ['synchronous', 2],
    ['foreign_keys', 1],
    ['busy_timeout', 1000],
    ['trusted_schema', 0],
    ['cell_size_check', 1],
    ['secure_delete', 1],
    ['temp_store', 2],
    ['journal_size_limit', 64 * 1024 * 1024],
    ['wal_autocheckpoint', 1000],
    ['application_id', 0x4353676e],
  ])('opens a new or existing database with %s at %s', (name, value) => {
    for (const _ of ['new', 'again']) {
      const db = openDatabase(path)
      expect(db.sqlite.pragma(name, { simple: true })).toBe(value)
      closeDatabase(db)
    }
  })

  test('never makes a rollback journal, which would block every start after a kill', async () => {
    const changed = new Set<string | null>()
    const watcher = watch(folder, (_, name) => changed.add(name))
    closeDatabase(openDatabase(path))
    await vi.waitUntil(() => changed.has('countersign.db-wal'))
    watcher.close()
    expect(changed).not.toContain('countersign.db-journal')
  })
})

describe('the schema', () => {
  test('has STRICT tables only, so that no text is ever stored as a number', () => {
    const db = openDatabase(path)
    migrateDatabase(db, 'db/migrations')
    const tables = db.sqlite.pragma('table_list') as { name: string; type: string; strict: 0 | 1 }[]
    // The migrator's own list of what has run is not ours to write, nor are the tables behind a search index.
    const ours = tables.filter(
      ({ name, type }) => type === 'table' && !/^(sqlite_|__drizzle_migrations$)/.test(name),
    )
    closeDatabase(db)
    expect(ours.map(({ name }) => name)).toEqual(expect.arrayContaining(['applications', 'events']))
    expect(ours.filter(({ strict }) => !strict).map(({ name }) => name)).toEqual([])
  })
})
