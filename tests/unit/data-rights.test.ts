import { chmodSync, copyFileSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openToOthers } from '#db/files.ts'
import { takeLock } from '#db/lock.ts'
import { closeDatabase, openDatabase } from '#db/open.ts'
import { backup } from '#src/commands/backup.ts'
import { restore } from '#src/commands/restore.ts'
import { openData } from '#src/domain/maintenance/data-folder.ts'
import { environmentOf, runAlone } from '../support/commands.ts'
import { envOf } from '../support/env.ts'
import { newFolder } from '../support/folder.ts'

const rightsOf = (path: string) => (statSync(path).mode & 0o777).toString(8)

/** A folder with a database, as a first start makes it. */
function dataFolder(): string {
  const folder = newFolder()
  openData(envOf(environmentOf(folder)), 'db/migrations', Date.now, { holdsLock: true }).close()
  return folder
}

test('closes all that is in a folder already to other users when it is opened', () => {
  const folder = dataFolder()
  mkdirSync(join(folder, 'backups'))
  const files = [
    'app.key',
    'demo-sign-ins.txt',
    'backups/countersign-1.db',
    'backups/replaced-1.db',
  ]
  for (const name of files) writeFileSync(join(folder, name), '')
  takeLock(folder)()
  const mine = join(folder, 'notes.txt')
  writeFileSync(mine, '')
  const db = openDatabase(join(folder, 'countersign.db'))
  db.sqlite.exec('create table t (a text) strict')
  const all = [...files, 'countersign.db', 'countersign.db-wal', 'countersign.db-shm', 'lock.db']
  for (const name of [...all, 'notes.txt']) chmodSync(join(folder, name), 0o644)
  expect(openToOthers(folder).sort()).toEqual(all.map((name) => join(folder, name)).sort())
  const again = openDatabase(join(folder, 'countersign.db'))
  for (const name of all) expect([name, rightsOf(join(folder, name))]).toEqual([name, '600'])
  expect(rightsOf(mine)).toBe('644')
  expect(openToOthers(folder)).toEqual([])
  closeDatabase(again)
  closeDatabase(db)
})

test('restores a copy that others may read to a database that they may not, even an open one', async () => {
  const root = newFolder()
  const copies = join(root, 'copies')
  await runAlone(backup, environmentOf(dataFolder()), [copies])
  const [copy = ''] = readdirSync(copies).filter((name) => name.endsWith('.db'))
  expect([
    rightsOf(copies),
    ...readdirSync(copies).map((name) => rightsOf(join(copies, name))),
  ]).toEqual(['700', '600', '600'])
  const loose = join(root, 'loose.db')
  copyFileSync(join(copies, copy), loose)
  chmodSync(loose, 0o644)
  const folder = join(root, 'to')
  for (const _ of ['into a new folder', 'over the one that is there']) {
    await runAlone(restore, environmentOf(folder), [loose])
    expect([rightsOf(folder), rightsOf(join(folder, 'countersign.db'))]).toEqual(['700', '600'])
    expect(openToOthers(folder)).toEqual([])
    chmodSync(join(folder, 'countersign.db'), 0o644)
  }
  expect(readdirSync(join(folder, 'backups'))).toHaveLength(1)
})
