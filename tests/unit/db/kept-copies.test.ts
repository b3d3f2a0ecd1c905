import { existsSync, readdirSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import {
  keptCopies,
  removeOldCopies,
  removeUnfinishedCopies,
  unfinishedCopies,
  unfinishedCopy,
} from '#db/copies.ts'
import { tryLock } from '#db/lock.ts'
import { newFolder } from '../../support/folder.ts'

const hour = 60 * 60 * 1000
const day = 24 * hour
const now = Date.parse('2026-11-20T10:00:00Z')
let folder: string

beforeEach(() => {
  folder = newFolder()
})

const stamp = (at: number) => new Date(at).toISOString().replace(/[:.]/g, '-')
const regular = (at: number) => `countersign-${stamp(at)}.db`

function put(...names: string[]) {
  for (const name of names) writeFileSync(join(folder, name), '')
}

test('keeps all copies of a week, then the last of each day, and none after 37 days', () => {
  for (let age = 0; age <= 60 * day; age += 6 * hour) {
    put(regular(now - age), `${regular(now - age)}.sha256`)
  }
  removeOldCopies(folder, now)
  const ages = keptCopies(folder).map(({ madeAt }) => (now - madeAt) / day)
  expect(ages.filter((age) => age <= 7)).toHaveLength(29)
  const older = ages.filter((age) => age > 7)
  expect(older).toHaveLength(30)
  expect(Math.max(...older)).toBeLessThan(37)
  expect(new Set(older.map((age) => age % 1)).size).toBe(1)
  expect(readdirSync(folder)).toHaveLength(2 * ages.length)
  expect(removeOldCopies(folder, now)).toBe(0)
})

test('removes after 37 days what a restore replaced and what a migration left, with all its files', () => {
  const replaced = `replaced-${stamp(now - 37 * day)}.db`
  put(replaced, `${replaced}-wal`, `${replaced}-shm`, 'before-migration-0003.db', 'notes.txt')
  const made = (now - 37 * day) / 1000
  utimesSync(join(folder, 'before-migration-0003.db'), made, made)
  const young = [`replaced-${stamp(now - 36 * day)}.db`, 'before-migration-0004.db']
  put(...young)
  const later = (now - 36 * day) / 1000
  utimesSync(join(folder, 'before-migration-0004.db'), later, later)
  expect(keptCopies(folder).map(({ goesAt }) => (goesAt - now) / day)).toEqual([0, 0, 1, 1])
  expect(removeOldCopies(folder, now)).toBe(2)
  expect(readdirSync(folder).sort()).toEqual([...young, 'notes.txt'].sort())
})

test('clears copies that were interrupted, but not one in the making', () => {
  const dead = regular(now - day)
  const remains = ['.partial', '.partial-journal', '.partial.lock'].map((more) => dead + more)
  const atWork = regular(now)
  put(...remains, `${atWork}.partial`, regular(now - hour), 'film.partial')
  const release = tryLock(unfinishedCopy(join(folder, atWork)).lock, 0)
  expect(unfinishedCopies(folder).sort()).toEqual([`${dead}.partial`, `${atWork}.partial`])
  removeUnfinishedCopies(folder)
  for (const name of remains) expect(existsSync(join(folder, name))).toBe(false)
  expect(existsSync(join(folder, `${atWork}.partial`))).toBe(true)
  release?.()
  removeUnfinishedCopies(folder)
  expect(readdirSync(folder).sort()).toEqual([regular(now - hour), 'film.partial'].sort())
})
