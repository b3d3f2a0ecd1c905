import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inject } from 'vitest'
import { type Db, openDatabase } from '#db/open.ts'

/** A database of one test's own: a copy of the run's migrated file. `remove` deletes its folder. */
export function testDatabase(): { db: Db; folder: string; remove: () => void } {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-test-'))
  const path = join(folder, 'countersign.db')
  copyFileSync(inject('migratedDatabase'), path)
  const db = openDatabase(path)
  // A test's file need not outlive a power cut, and waiting for the disk is most of what a write costs.
  db.sqlite.pragma('synchronous = OFF')
  return {
    db,
    folder,
    remove() {
      db.sqlite.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** All that is stored, by table. */
export function dump({ sqlite }: Db): Record<string, unknown[]> {
  const tables = sqlite
    .prepare<[], { name: string }>(
      "select name from sqlite_master where type = 'table' and name not like 'sqlite_%' order by name",
    )
    .all()
  return Object.fromEntries(
    tables.map(({ name }) => [name, sqlite.prepare(`select * from "${name}"`).all()]),
  )
}
