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

/**
 * Throws an error that says whether the file is missing or its folder may not be read. `existsSync` hides the
 * difference.
 */
export function requireFile(path: string) {
  try {
    accessSync(path, constants.R_OK)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    throw new Error(`There is no ${path}`)
  }
  if (statSync(path).isDirectory()) throw new Error(`${path} is a folder`)
}

/**
 * Replaces the database with the copy and returns the path of the old database. `prepare` writes into the copy first.
 * The caller must hold the lock.
 */
export async function replaceDatabase(
  folder: string,
  copy: string,
  at: number,
  prepare: (db: Db) => void,
): Promise<string | null> {
  mkdirSync(join(folder, 'backups'), { recursive: true, mode: 0o700 })
  const path = join(folder, 'countersign.db')
  const partial = `${path}.partial`
  for (const suffix of ['', '-wal', '-shm']) rmSync(`${partial}${suffix}`, { force: true })
  await pipeline(createReadStream(copy), createWriteStream(partial, { mode: 0o600 }))
  const db = openDatabase(partial)
  prepare(db)
  const head = headOf(db)
  closeDatabase(db)
  syncPath(partial, 'r+')
  const stamp = new Date(at).toISOString().replace(/[:.]/g, '-')
  const oldPath = join(folder, 'backups', `replaced-${stamp}.db`)
  const hadDatabase = existsSync(path)
  // from here on a crash may leave either database, so the state has to fit both
  writeState(folder, { isRunning: true, head: null })
  if (hadDatabase) renameSync(path, oldPath)
  // the log belongs to the old database: if it stayed, SQLite would merge it into the new one
  if (hasLog(path)) renameSync(`${path}-wal`, `${oldPath}-wal`)
  for (const suffix of ['-wal', '-shm']) rmSync(`${path}${suffix}`, { force: true })
  renameSync(partial, path)
  syncPath(folder, 'r')
  writeState(folder, { isRunning: false, head })
  return hadDatabase ? oldPath : null
}
