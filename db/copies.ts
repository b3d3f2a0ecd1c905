import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { Worker } from 'node:worker_threads'
import Database from 'better-sqlite3'
import { hashOf, syncPath } from './files.ts'
import { tryLock } from './lock.ts'
import type { Db } from './open.ts'
import { openForReading } from './open.ts'

/** Copies all pages in one step. A copy in several steps would start again whenever another process writes. */
const allPages = 2 ** 31 - 1

export async function backupDatabase(db: Db, folder: string, at: number): Promise<string> {
  const path = join(folder, `countersign-${new Date(at).toISOString().replace(/[:.]/g, '-')}.db`)
  await copyDatabase(db, path)
  await writeManifest(path)
  return path
}

/** Copies the database. The path exists only once the copy is complete and checked. */
export async function copyDatabase(db: Db, path: string) {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  const { draft, lock } = unfinishedCopy(path)
  const release = tryLock(lock, 0)
  if (!release) throw new Error(`${draft} is being written by another process`)
  try {
    // the file is created before SQLite would create it, so that nobody else can ever read it
    await writeFile(draft, '', { mode: 0o600 })
    await db.sqlite.backup(draft, { progress: () => allPages })
    standAlone(draft)
    syncPath(draft, 'r+')
    await checkDatabase(draft)
    await rename(draft, path)
  } finally {
    await rm(draft, { force: true })
    release()
    await rm(lock, { force: true })
  }
}

/** Makes the copy a single file. Opening a copy in WAL mode would create two more files. */
function standAlone(path: string) {
  const copy = new Database(path)
  try {
    copy.pragma('journal_mode = DELETE')
  } finally {
    copy.close()
  }
}

/** Rejects unless pages, indexes and references are sound. The check takes seconds, so it runs in a thread. */
export async function checkDatabase(path: string) {
  const worker = new Worker(new URL('./check-database.mjs', import.meta.url), { workerData: path })
  const [result] = await once(worker, 'message')
  if (result !== 'ok') throw new Error(`${path} is damaged: ${result}`)
}

type CopyManifest = { sha256: string; witness: string | null }

async function writeManifest(copy: string) {
  const witness = lastEventOf(copy)
  const lines = [
    `${await hashOf(copy)}  ${basename(copy)}`,
    ...(witness ? [`# History witness ${witness}`] : []),
  ]
  await writeFile(manifestOf(copy), `${lines.join('\n')}\n`, { mode: 0o600 })
}

export function readManifest(copy: string): CopyManifest | null {
  if (!existsSync(manifestOf(copy))) return null
  const text = readFileSync(manifestOf(copy), 'utf8')
  const witness = /^# History witness (\S+)$/m.exec(text)?.[1] ?? null
  return { sha256: text.split(/\s/)[0] ?? '', witness }
}

export async function checkManifest(copy: string) {
  const manifest = readManifest(copy)
  if (manifest && manifest.sha256 !== (await hashOf(copy)))
    throw new Error(`${copy} does not match ${manifestOf(copy)}`)
}

const manifestOf = (copy: string) => `${copy}.sha256`

function lastEventOf(copy: string): string | null {
  const { sqlite } = openForReading(copy)
  try {
    const last = sqlite
      .prepare<[], { seq: number; hash: string }>(
        'select seq, hash from events order by seq desc limit 1',
      )
      .get()
    return last ? `${last.seq}:${last.hash}` : null
  } finally {
    sqlite.close()
  }
}

const day = 24 * 60 * 60 * 1000

/** How long copies are kept: all copies for a week, then the last copy of each day, and none after 37 days. */
export const retention = { all: 7 * day, longest: 37 * day } as const

export type KeptCopy = { name: string; madeAt: number; goesAt: number }

export function keptCopies(folder: string): KeptCopy[] {
  return namesIn(folder)
    .filter((name) => /^(countersign|before-migration|replaced)-.*\.db$/.test(name))
    .map((name) => ({ name, madeAt: timeOf(folder, name) }))
    .map((copy) => ({ ...copy, goesAt: copy.madeAt + retention.longest }))
    .sort((a, b) => a.madeAt - b.madeAt)
}

export function copiesIn(folder: string, now: number): { count: number; newest: number } {
  const copies = keptCopies(folder).filter(isRegular)
  return {
    count: copies.length,
    newest: copies.findLast(({ madeAt }) => madeAt <= now)?.madeAt ?? 0,
  }
}

export function removeOldCopies(folder: string, now: number): number {
  const expiredCopies = outdated(keptCopies(folder), now)
  for (const { name } of expiredCopies)
    for (const suffix of ['', '-wal', '-shm', '.sha256'])
      rmSync(join(folder, `${name}${suffix}`), { force: true })
  return expiredCopies.length
}

function outdated(copies: KeptCopy[], now: number): KeptCopy[] {
  const inOrder = copies.toSorted((a, b) => a.madeAt - b.madeAt)
  const lastOfDay = new Map(inOrder.filter(isRegular).map((copy) => [dayOf(copy), copy.name]))
  return inOrder.filter(
    (copy) =>
      now >= copy.goesAt ||
      (isRegular(copy) &&
        now - copy.madeAt > retention.all &&
        lastOfDay.get(dayOf(copy)) !== copy.name),
  )
}

/** Returns where a copy is written. Its lock shows whether the process that writes it is alive. */
export const unfinishedCopy = (path: string) => ({
  draft: `${path}.partial`,
  lock: lockOf(`${path}.partial`),
})

export const unfinishedCopies = (folder: string): string[] => [
  ...new Set(
    namesIn(folder).flatMap(
      (name) => /^(?:countersign|before-migration).*?\.partial/.exec(name)?.[0] ?? [],
    ),
  ),
]

export function removeUnfinishedCopies(folder: string) {
  for (const name of unfinishedCopies(folder)) {
    const draft = join(folder, name)
    const release = tryLock(lockOf(draft), 0)
    if (!release) continue
    for (const suffix of ['', '-journal', '-wal', '-shm'])
      rmSync(`${draft}${suffix}`, { force: true })
    release()
    rmSync(lockOf(draft), { force: true })
  }
}

const lockOf = (draft: string) => `${draft}.lock`

const isRegular = ({ name }: KeptCopy) => name.startsWith('countersign-')

const dayOf = ({ madeAt }: KeptCopy) => Math.floor(madeAt / day)

const timeOf = (folder: string, name: string) =>
  timeIn(name) ?? statSync(join(folder, name)).mtimeMs

function timeIn(name: string): number | null {
  const [, date, hour, minute, second] =
    /-(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)-\d{3}Z\.db$/.exec(name) ?? []
  const time = Date.parse(`${date}T${hour}:${minute}:${second}Z`)
  return Number.isNaN(time) ? null : time
}

const namesIn = (folder: string) => (existsSync(folder) ? readdirSync(folder) : [])
