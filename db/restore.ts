import {
  accessSync,
  constants,
  createReadStream,
  createWriteStream,
  existsSync,
  mkdirSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { checkDatabase, checkManifest } from './copies.ts'
import { syncPath } from './files.ts'
import { refuseForeignMigrations } from './migrate.ts'
import { closeDatabase, type Db, openDatabase, openForReading, refuseOtherProgram } from './open.ts'
import { hasLog, headOf, writeState } from './volume.ts'

export async function checkCopy(copy: string, migrations: string) {
  requireFile(copy)
  await checkManifest(copy)
  const db = openForReading(copy)
  try {
    refuseOtherProgram(db)
    refuseForeignMigrations(db, migrations)
  } finally {
    db.sqlite.close()
  }
  await checkDatabase(copy)
}

/** Throws, other than `existsSync`, the refusal of a folder that this user may not look into. */
export function requireFile(path: string) {
  try {
    accessSync(path, constants.R_OK)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    throw new Error(`There is no ${path}`)
  }
  if (statSync(path).isDirectory()) throw new Error(`${path} is a folder`)
}

/** `prepare` writes into the copy first; the lock must be held. Returns the old one's path. */
export async function replaceDatabase(
  folder: string,
  copy: string,
  at: number,
  prepare: (db: Db) => void,
): Promise<string | null> {
  mkdirSync(join(folder, 'backups'), { recursive: true, mode: 0o700 })
  const path = join(folder, 'countersign.db')
  const partial = `${path}.partial`
  for (const more of ['', '-wal', '-shm']) rmSync(`${partial}${more}`, { force: true })
  await pipeline(createReadStream(copy), createWriteStream(partial, { mode: 0o600 }))
  const db = openDatabase(partial)
  prepare(db)
  const head = headOf(db)
  closeDatabase(db)
  syncPath(partial, 'r+')
  const stamp = new Date(at).toISOString().replace(/[:.]/g, '-')
  const aside = join(folder, 'backups', `replaced-${stamp}.db`)
  const was = existsSync(path)
  // from here on either database may be found, and the state fits both
  writeState(folder, { isRunning: true, head: null })
  if (was) renameSync(path, aside)
  // the log belongs to the old file: left here, it would be merged into the new one
  if (hasLog(path)) renameSync(`${path}-wal`, `${aside}-wal`)
  for (const rest of ['-wal', '-shm']) rmSync(`${path}${rest}`, { force: true })
  renameSync(partial, path)
  syncPath(folder, 'r')
  writeState(folder, { isRunning: false, head })
  return was ? aside : null
}
