import { chmodSync, copyFileSync, existsSync, mkdirSync, renameSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type MigrationMeta, readMigrationFiles } from 'drizzle-orm/migrator'
import { freeBytes, syncPath } from './files.ts'
import type { Db } from './open.ts'

/**
 * Copies the database, then applies the pending migrations in one transaction. Foreign keys are off meanwhile,
 * because rebuilding a table would delete the rows that refer to it.
 */
export function migrateDatabase(
  db: Db,
  folder: string,
): { applied: number; backup: string | null } {
  const { shipped, recorded } = refuseForeignMigrations(db, folder)
  const pending = shipped.slice(recorded)
  if (pending.length === 0) return { applied: 0, backup: null }
  try {
    const backup = recorded > 0 ? copyBefore(db, recorded) : null
    db.sqlite.pragma('foreign_keys = OFF')
    db.sqlite.transaction(() => apply(db, pending)).immediate()
    return { applied: pending.length, backup }
  } catch (error) {
    const free = Math.floor(freeBytes(dirname(db.path)) / 2 ** 20)
    throw new Error(
      `${db.path} could not be upgraded to this version and was left unchanged: ${error instanceof Error ? error.message : error}. ${free} MiB are free on its disk.`,
      { cause: error },
    )
  } finally {
    db.sqlite.pragma('foreign_keys = ON')
  }
}

/** Applies the migrations without Drizzle's migrator, which commits before we could check the foreign keys. */
function apply({ sqlite }: Db, pending: MigrationMeta[]) {
  sqlite.exec(
    'create table if not exists __drizzle_migrations (id serial primary key, hash text not null, created_at numeric)',
  )
  for (const { sql, hash, folderMillis } of pending) {
    for (const statement of sql) sqlite.exec(statement)
    sqlite
      .prepare('insert into __drizzle_migrations (hash, created_at) values (?, ?)')
      .run(hash, folderMillis)
  }
  const broken = sqlite.pragma('foreign_key_check') as unknown[]
  if (broken.length > 0) throw new Error(`${broken.length} rows refer to missing rows`)
}

export function refuseForeignMigrations(
  db: Db,
  folder: string,
): { shipped: MigrationMeta[]; recorded: number } {
  const shipped = readMigrationFiles({ migrationsFolder: folder })
  const recorded = recordedHashes(db)
  for (const [at, hash] of recorded.entries()) {
    if (shipped[at]?.hash !== hash)
      throw new Error(
        `${db.path}: migration ${at} is not the one this version ships; restore a backup`,
      )
  }
  return { shipped, recorded: recorded.length }
}

function recordedHashes({ sqlite }: Db): string[] {
  const table = sqlite
    .prepare("select name from sqlite_master where name = '__drizzle_migrations'")
    .get()
  if (!table) return []
  return sqlite
    .prepare<[], { hash: string }>('select hash from __drizzle_migrations order by created_at')
    .all()
    .map(({ hash }) => hash)
}

function copyBefore({ sqlite, path }: Db, count: number): string | null {
  if (!existsSync(path)) return null
  const folder = join(dirname(path), 'backups')
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  sqlite.pragma('wal_checkpoint(TRUNCATE)')
  const target = join(folder, `before-migration-${String(count).padStart(4, '0')}.db`)
  const draft = `${target}.partial`
  copyFileSync(path, draft)
  chmodSync(draft, 0o600)
  syncPath(draft, 'r+')
  renameSync(draft, target)
  return target
}
