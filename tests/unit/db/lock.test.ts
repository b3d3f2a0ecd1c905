import Database from 'better-sqlite3'
import { expect, onTestFinished, test, vi } from 'vitest'
import { takeLock } from '#db/lock.ts'
import { isServed } from '#db/volume.ts'
import { newFolder } from '../../support/folder.ts'

test('reports a folder as served while somebody holds its lock', () => {
  const folder = newFolder()
  const release = takeLock(folder)
  expect(isServed(folder)).toBe(true)
  expect(() => takeLock(folder)).toThrow('is in use by another Countersign process')
  release()
  expect(isServed(folder)).toBe(false)
})

test('does not take a full disk for another process', () => {
  const folder = newFolder()
  const full = new Database.SqliteError('database or disk is full', 'SQLITE_FULL')
  const exec = vi.spyOn(Database.prototype, 'exec').mockImplementation(() => {
    throw full
  })
  onTestFinished(() => exec.mockRestore())
  expect(() => takeLock(folder)).toThrow(/lock\.db cannot be written \(database or disk is full\)/)
  expect(isServed(folder)).toBe(false)
})
