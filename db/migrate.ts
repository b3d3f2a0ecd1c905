import { chmodSync, copyFileSync, existsSync, mkdirSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { migrate } from 'drizzle-orm/better-sqlite3/migrator'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import { freeBytes } from './free-space.ts'
import type { Db } from './open.ts'

/**
 * Migrates the file to the shipped schema. Refuses a database with migrations that are not shipped. Foreign keys are
 * off meanwhile: inside the migrator's transaction the switch does nothing, and a rebuilt table would empty its
 * children.
 */
export function migrateDatabase(
  db: Db,
  folder: string,
): { applied: number; backup: string | null } {
  const { shipped, recorded } = refuseForeignMigrations(db, folder)
  const pending = shipped - recorded
  if (pending === 0) return { applied: 0, backup: null }
  const backup = recorded > 0 ? copyBefore(db, recorded) : null
  db.sqlite.pragma('foreign_keys = OFF')
  try {
    migrate(db.orm, { migrationsFolder: folder })
    const broken = db.sqlite.pragma('foreign_key_check') as unknown[]
    if (broken.length > 0)
      throw new Error(`${db.path}: ${broken.length} rows lost what they refer to`)
  } catch (error) {
    if (backup) putBack(db, backup)
    const free = Math.floor(freeBytes(dirname(db.path)) / 2 ** 20)
    throw new Error(
      `${db.path} could not be brought to this version, and is as it was before: ${causeOf(error)}. ${free} MiB are free on its disk.`,
      { cause: error },
    )
  }
  db.sqlite.pragma('foreign_keys = ON')
  return { applied: pending, backup }
}

/** The root cause of an error that only names the statement. */
const causeOf = (error: unknown): string =>
  error instanceof Error
    ? error.cause === undefined
      ? error.message
      : causeOf(error.cause)
    : String(error)

/** Throws when a recorded migration is not the shipped one in its place. Returns the number of both. */
export function refuseForeignMigrations(
  db: Db,
  folder: string,
): { shipped: number; recorded: number } {
  const shipped = readMigrationFiles({ migrationsFolder: folder })
  const recorded = recordedHashes(db)
  for (const [at, hash] of recorded.entries()) {
    if (shipped[at]?.hash !== hash)
      throw new Error(
        `${db.path}: migration ${at} is not the one this version ships; restore a backup`,
      )
  }
  return { shipped: shipped.length, recorded: recorded.length }
}

/** Restores the file byte for byte and closes the connection; the process ends after this. */
function putBack({ sqlite, path }: Db, backup: string) {
  sqlite.close()
  for (const rest of ['-wal', '-shm']) rmSync(`${path}${rest}`, { force: true })
  copyFileSync(backup, path)
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

/** Copies the whole file; nothing writes meanwhile, because the server does not listen yet. */
function copyBefore({ sqlite, path }: Db, count: number): string | null {
  if (!existsSync(path)) return null
  const folder = join(dirname(path), 'backups')
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  sqlite.pragma('wal_checkpoint(TRUNCATE)')
  const target = join(folder, `before-migration-${String(count).padStart(4, '0')}.db`)
  copyFileSync(path, target)
  chmodSync(target, 0o600)
  return target
}
