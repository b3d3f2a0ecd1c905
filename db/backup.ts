import { once } from 'node:events'
import { mkdir, open, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Worker } from 'node:worker_threads'
import Database from 'better-sqlite3'
import { writeManifest } from './copy-manifest.ts'
import { unfinishedCopy } from './kept-copies.ts'
import { tryLock } from './lock.ts'
import type { Db } from './open.ts'

/** Pages copied before other requests get their turn, or all at once. */
export const copying = { inPieces: 100, inOneGo: 2 ** 31 - 1 } as const

/**
 * Copies the live database into a folder, named after the time, with its manifest; returns the path. See `copyDatabase`.
 */
export async function backupDatabase(
  db: Db,
  folder: string,
  at: number,
  nextPages?: () => number,
): Promise<string> {
  const name = `countersign-${new Date(at).toISOString().replace(/[:.]/g, '-')}.db`
  await copyDatabase(db, join(folder, name), nextPages)
  await writeManifest(join(folder, name))
  return join(folder, name)
}

/**
 * Copies the live database and checks the copy; the path has it only once it is whole. A second process must copy in one
 * go: writes of another restart a copy in pieces. `nextPages` may throw to end it.
 */
export async function copyDatabase(
  db: Db,
  path: string,
  nextPages: () => number = () => copying.inPieces,
) {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  const { draft, lock } = unfinishedCopy(path)
  const release = tryLock(lock, 0)
  if (!release) throw new Error(`${draft} is being written by another process`)
  try {
    // created before SQLite does, so that nobody else can read it at any moment
    await writeFile(draft, '', { mode: 0o600 })
    await db.sqlite.backup(draft, { progress: nextPages })
    standAlone(draft)
    await sync(draft)
    await checkDatabase(draft)
    await rename(draft, path)
  } finally {
    await rm(draft, { force: true })
    release()
    await rm(lock, { force: true })
  }
}

/** Makes it one file: opening a copy in WAL mode would leave two more. */
function standAlone(path: string) {
  const copy = new Database(path)
  try {
    copy.pragma('journal_mode = DELETE')
  } finally {
    copy.close()
  }
}

/**
 * Rejects unless pages, indexes and references of the file are sound. Runs in a thread, because reading a large file
 * takes seconds.
 */
export async function checkDatabase(path: string) {
  const worker = new Worker(new URL('./check-database.mjs', import.meta.url), { workerData: path })
  const [result] = await once(worker, 'message')
  if (result !== 'ok') throw new Error(`${path} is not whole: ${result}`)
}

async function sync(path: string) {
  const file = await open(path, 'r+')
  await file.sync()
  await file.close()
}
