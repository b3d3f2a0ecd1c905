import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import Database from 'better-sqlite3'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { backupDatabase, checkDatabase, checkManifest, readManifest } from '#db/copies.ts'
import { hashOf } from '#db/files.ts'
import { closeDatabase } from '#db/open.ts'
import { testDatabase } from '../../support/app/test-database.ts'

let app: ReturnType<typeof testDatabase>
let copy: string

beforeEach(async () => {
  app = testDatabase()
  copy = await backupDatabase(app.db, join(app.folder, 'backups'), Date.UTC(2026, 10, 20))
})

afterEach(() => app.remove())

test('makes a complete copy that needs no other file and has a file with its hash', async () => {
  await expect(checkDatabase(copy)).resolves.toBeUndefined()
  expect(readFileSync(`${copy}.sha256`, 'utf8')).toContain(await hashOf(copy))
})

test('names the last event of the history in the hash file of a copy, which sha256sum reads', async () => {
  const { sqlite } = app.db
  const hash = '7f3a09c2'.repeat(8)
  sqlite
    .prepare(
      "insert into events (seq, at, actor_kind, actor, action, previous_hash, hash) values (12, 0, 'system', 'system', 'tested', '', ?)",
    )
    .run(hash)
  const folder = join(app.folder, 'later')
  const later = await backupDatabase(app.db, folder, Date.UTC(2026, 10, 21))
  expect(readManifest(later)).toEqual({ sha256: await hashOf(later), witness: `12:${hash}` })
  const check = ['-c', '--strict', `${basename(later)}.sha256`]
  expect(execFileSync('sha256sum', check, { cwd: folder, encoding: 'utf8' })).toContain(': OK')
  writeFileSync(later, 'something else')
  await expect(checkManifest(later)).rejects.toThrow('does not match')
})

test('closes the database while another process holds its lock', () => {
  const other = new Database(app.db.path)
  other.exec('begin immediate')
  expect(() => closeDatabase(app.db)).not.toThrow()
  expect(app.db.sqlite.open).toBe(false)
  other.close()
})

test('finds a damaged page', async () => {
  const bytes = readFileSync(copy)
  bytes.fill(0xff, 4096 * 3, 4096 * 4)
  writeFileSync(copy, bytes)
  await expect(checkDatabase(copy)).rejects.toThrow(
    /is damaged: .*(malformed|not a database|invalid|disk image|[Tt]ree|[Pp]age)/s,
  )
})

test('finds a row that refers to a missing one', async () => {
  const db = new Database(copy)
  db.pragma('foreign_keys = OFF')
  db.prepare(
    "insert into directors (application, ordinal, name, position) values (7, 0, 'A', '')",
  ).run()
  db.close()
  await expect(checkDatabase(copy)).rejects.toThrow('rows refer to missing rows')
})
