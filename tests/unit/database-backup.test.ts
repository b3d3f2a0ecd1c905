import { readFileSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { backupDatabase, checkDatabase, hashOf } from '#db/backup.ts'
import { testDatabase } from '../support/test-database.ts'

let house: ReturnType<typeof testDatabase>
let copy: string

beforeEach(async () => {
  house = testDatabase()
  copy = await backupDatabase(house.db, join(house.folder, 'backups'), Date.UTC(2026, 10, 20))
})

afterEach(() => house.remove())

test('a copy is whole, stands alone, and has its hash beside it', async () => {
  await expect(checkDatabase(copy)).resolves.toBeUndefined()
  expect(readFileSync(`${copy}.sha256`, 'utf8')).toContain(await hashOf(copy))
})

test('the server goes on while a copy is checked', async () => {
  let turns = 0
  const ticking = setInterval(() => turns++, 1)
  await checkDatabase(copy)
  clearInterval(ticking)
  expect(turns).toBeGreaterThan(0)
})

test('a damaged page is found', async () => {
  const bytes = readFileSync(copy)
  bytes.fill(0xff, 4096 * 3, 4096 * 4)
  writeFileSync(copy, bytes)
  await expect(checkDatabase(copy)).rejects.toThrow(
    /is not whole: .*(malformed|not a database|invalid|disk image|[Tt]ree|[Pp]age)/s,
  )
})

test('a file that was cut is found', async () => {
  truncateSync(copy, 4096 * 2)
  await expect(checkDatabase(copy)).rejects.toThrow(
    /is not whole: .*(malformed|not a database|invalid|disk image|[Tt]ree|[Pp]age)/s,
  )
})

test('a row that refers to a missing one is found', async () => {
  const db = new Database(copy)
  db.pragma('foreign_keys = OFF')
  db.prepare(
    "insert into directors (application, place, name, position) values (7, 0, 'A', '')",
  ).run()
  db.close()
  await expect(checkDatabase(copy)).rejects.toThrow('rows refer to missing ones')
})
