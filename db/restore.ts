import {
  closeSync,
  createReadStream,
  createWriteStream,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
} from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { checkDatabase } from './backup.ts'
import { checkManifest } from './copy-manifest.ts'
import { refuseForeignMigrations } from './migrate.ts'
import { applicationId } from './open.ts'
import { openForReading } from './read.ts'
import { markVolume } from './volume.ts'

/**
 * Checks a copy before it may replace the database. Throws when it is cut or changed, belongs to another program, or
 * was made by a newer version. Reads every page.
 */
export async function checkCopy(copy: string, migrations: string) {
  if (!existsSync(copy)) throw new Error(`There is no ${copy}`)
  await checkManifest(copy)
  const db = openForReading(copy)
  try {
    if (db.sqlite.pragma('application_id', { simple: true }) !== applicationId)
      throw new Error(`${copy} is not a Countersign database`)
    refuseForeignMigrations(db, migrations)
  } finally {
    db.sqlite.close()
  }
  await checkDatabase(copy)
}

/**
 * Replaces the database with a checked copy; the lock must be held. The new file is complete on the disk before the old
 * one moves. Returns the path of the old one.
 */
export async function replaceDatabase(
  folder: string,
  copy: string,
  at: number,
): Promise<string | null> {
  mkdirSync(join(folder, 'backups'), { recursive: true, mode: 0o700 })
  const path = join(folder, 'countersign.db')
  const partial = `${path}.partial`
  rmSync(partial, { force: true })
  await pipeline(createReadStream(copy), createWriteStream(partial, { mode: 0o600 }))
  sync(partial, 'r+')
  const stamp = new Date(at).toISOString().replace(/[:.]/g, '-')
  const aside = join(folder, 'backups', `replaced-${stamp}.db`)
  const was = existsSync(path)
  if (was) renameSync(path, aside)
  // the log belongs to the old file: left here, it would be merged into the new one
  if (existsSync(`${path}-wal`)) renameSync(`${path}-wal`, `${aside}-wal`)
  rmSync(`${path}-shm`, { force: true })
  renameSync(partial, path)
  sync(folder, 'r')
  markVolume(folder, 'stopped')
  return was ? aside : null
}

function sync(path: string, flags: string) {
  const file = openSync(path, flags)
  fsyncSync(file)
  closeSync(file)
}
