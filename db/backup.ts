import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createReadStream, existsSync, readdirSync, statSync } from 'node:fs'
import { chmod, mkdir, open, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import Database from 'better-sqlite3'
import type { Db } from './open.ts'

/** How many copies stay: the newest of each six hours for a week, then the newest of each day for a month. */
const kept = { recent: 28, daily: 30 } as const

/** Pages that are copied before others get their turn, and all of them. */
export const copying = { inPieces: 100, inOneGo: 2 ** 31 - 1 } as const

/**
 * Copies the live database while it is in use, checks the copy, and only then gives it its name, with its SHA-256
 * beside it. Answers the path; throws when the copy is not whole. Another process than the one that writes copies in
 * one go: SQLite begins a copy in pieces anew whenever somebody else has written, and would never end.
 */
export async function backupDatabase(
  db: Db,
  folder: string,
  at: number,
  pages: number = copying.inPieces,
): Promise<string> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const name = `countersign-${new Date(at).toISOString().replace(/[:.]/g, '-')}.db`
  const draft = join(folder, `${name}.partial`)
  try {
    await db.sqlite.backup(draft, { progress: () => pages })
    await chmod(draft, 0o600)
    standAlone(draft)
    await sync(draft)
    await checkDatabase(draft)
    await rename(draft, join(folder, name))
  } finally {
    await rm(draft, { force: true })
  }
  await writeFile(
    join(folder, `${name}.sha256`),
    `${await hashOf(join(folder, name))}  ${name}\n`,
    {
      mode: 0o600,
    },
  )
  return join(folder, name)
}

/** One file without a log beside it: looking at a copy in WAL mode would leave two more files. */
function standAlone(path: string) {
  const copy = new Database(path)
  try {
    copy.pragma('journal_mode = DELETE')
  } finally {
    copy.close()
  }
}

/**
 * Rejects unless the file is a whole database: its pages, its indexes, and every reference in it. In a thread of its
 * own: reading every page of a large file takes seconds, and the server answers meanwhile.
 */
export async function checkDatabase(path: string) {
  const worker = new Worker(new URL('./check-database.mjs', import.meta.url), { workerData: path })
  const [said] = await once(worker, 'message')
  if (said !== 'ok') throw new Error(`${path} is not whole: ${said}`)
}

/** When the newest copy in a folder was made, in UTC milliseconds, and how many there are; 0 and 0 without any. */
export function copiesIn(folder: string): { count: number; newest: number } {
  const copies = existsSync(folder) ? readdirSync(folder).filter(isCopy).sort() : []
  // their names begin with their times
  const last = copies.at(-1)
  return { count: copies.length, newest: last ? statSync(join(folder, last)).mtimeMs : 0 }
}

/** Removes copies that have served their time; tells how many. */
export async function thinBackups(folder: string): Promise<number> {
  const names = (await readdir(folder)).filter(isCopy).sort().reverse()
  const daily = new Map(
    names
      .slice(kept.recent)
      .map((name) => [name.slice(0, 22), name])
      .reverse() as [string, string][],
  )
  const stay = new Set([...names.slice(0, kept.recent), ...[...daily.values()].slice(-kept.daily)])
  const gone = names.filter((name) => !stay.has(name))
  for (const name of gone) {
    await rm(join(folder, name))
    await rm(join(folder, `${name}.sha256`), { force: true })
  }
  return gone.length
}

const isCopy = (name: string) => /^countersign-.*\.db$/.test(name)

/** SHA-256 of a file, in hexadecimal. */
export async function hashOf(path: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const part of createReadStream(path)) hash.update(part)
  return hash.digest('hex')
}

async function sync(path: string) {
  const file = await open(path, 'r+')
  await file.sync()
  await file.close()
}
