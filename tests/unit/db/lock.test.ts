import { randomBytes } from 'node:crypto'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { expect, onTestFinished, test, vi } from 'vitest'
import { takeLock } from '#db/lock.ts'
import { closeDatabase, openDatabase } from '#db/open.ts'
import { isServed } from '#db/volume.ts'
import { verifyKey } from '#src/domain/audit/installation.ts'
import { keyRing } from '#src/security/keys.ts'

const newFolder = () => mkdtempSync(join(tmpdir(), 'countersign-lock-'))

test('a folder is served while somebody holds its lock', () => {
  const folder = newFolder()
  const release = takeLock(folder)
  expect(isServed(folder)).toBe(true)
  expect(() => takeLock(folder)).toThrow('is in use by another Countersign process')
  release()
  expect(isServed(folder)).toBe(false)
})

test('a full disk is not taken for another process', () => {
  const folder = newFolder()
  const full = new Database.SqliteError('database or disk is full', 'SQLITE_FULL')
  const exec = vi.spyOn(Database.prototype, 'exec').mockImplementation(() => {
    throw full
  })
  onTestFinished(() => exec.mockRestore())
  expect(() => takeLock(folder)).toThrow(/lock\.db cannot be written \(database or disk is full\)/)
  expect(isServed(folder)).toBe(false)
})

test('a fault of the disk is not taken for a wrong key', () => {
  const db = openDatabase(join(newFolder(), 'countersign.db'))
  onTestFinished(() => closeDatabase(db))
  // no table yet stands for whatever keeps SQLite from reading
  expect(() => verifyKey(db, keyRing([randomBytes(32)]))).toThrow('no such table')
})
