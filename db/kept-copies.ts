import { existsSync, readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { tryLock } from './lock.ts'

const day = 24 * 60 * 60 * 1000

/** How long copies are kept (rule 341). */
export const kept = { all: 7 * day, longest: 37 * day } as const

/** A copy of the database as it was at `madeAt`; it is deleted at `goesAt`. */
export type KeptCopy = { name: string; madeAt: number; goesAt: number }

/**
 * Every complete copy in a folder, oldest first: regular ones, those before a migration, and databases that a restore
 * replaced.
 */
export function keptCopies(folder: string): KeptCopy[] {
  return namesIn(folder)
    .filter((name) => /^(countersign|before-migration|replaced)-.*\.db$/.test(name))
    .map((name) => ({ name, madeAt: timeOf(folder, name) }))
    .map((copy) => ({ ...copy, goesAt: copy.madeAt + kept.longest }))
    .sort((a, b) => a.madeAt - b.madeAt)
}

/**
 * The time of the newest regular copy in UTC milliseconds, and their number; 0 and 0 without any. A copy from the
 * future was made under a wrong clock and does not count as newest.
 */
export function copiesIn(folder: string, now: number): { count: number; newest: number } {
  const copies = keptCopies(folder).filter(isRegular)
  return {
    count: copies.length,
    newest: copies.findLast(({ madeAt }) => madeAt <= now)?.madeAt ?? 0,
  }
}

/** Removes copies that are too old, with the files that belong to them. Returns how many. */
export function removeOldCopies(folder: string, now: number): number {
  const gone = outdated(keptCopies(folder), now)
  for (const { name } of gone)
    for (const more of ['', '-wal', '-shm', '.sha256'])
      rmSync(join(folder, `${name}${more}`), { force: true })
  return gone.length
}

/** Those that are too old: after a week all but the newest of each day, and after the longest time each. */
function outdated(copies: KeptCopy[], now: number): KeptCopy[] {
  const inOrder = copies.toSorted((a, b) => a.madeAt - b.madeAt)
  const lastOfDay = new Map(inOrder.filter(isRegular).map((copy) => [dayOf(copy), copy.name]))
  return inOrder.filter(
    (copy) =>
      now >= copy.goesAt ||
      (isRegular(copy) && now - copy.madeAt > kept.all && lastOfDay.get(dayOf(copy)) !== copy.name),
  )
}

/** The files of a copy in progress. Its lock shows whether the process that makes it is alive. */
export const unfinishedCopy = (path: string) => ({
  draft: `${path}.partial`,
  lock: lockOf(`${path}.partial`),
})

/** Incomplete copies left by a kill or a power cut. */
export const unfinishedCopies = (folder: string): string[] => [
  ...new Set(
    namesIn(folder).flatMap(
      (name) => /^(?:countersign|before-migration).*?\.partial/.exec(name)?.[0] ?? [],
    ),
  ),
]

/** Removes incomplete copies, but not one that another process is making. */
export function removeUnfinishedCopies(folder: string) {
  for (const name of unfinishedCopies(folder)) {
    const draft = join(folder, name)
    const release = tryLock(lockOf(draft), 0)
    if (!release) continue
    for (const more of ['', '-journal', '-wal', '-shm']) rmSync(`${draft}${more}`, { force: true })
    release()
    rmSync(lockOf(draft), { force: true })
  }
}

const lockOf = (draft: string) => `${draft}.lock`

const isRegular = ({ name }: KeptCopy) => name.startsWith('countersign-')

const dayOf = ({ madeAt }: KeptCopy) => Math.floor(madeAt / day)

/** The time of a copy; those before a migration have none in their name. */
const timeOf = (folder: string, name: string) =>
  timeIn(name) ?? statSync(join(folder, name)).mtimeMs

/** The time in a name such as `countersign-2026-11-20T10-00-00-000Z.db`. */
function timeIn(name: string): number | null {
  const [, date, hour, minute, rest] =
    /-(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)-\d{3}Z\.db$/.exec(name) ?? []
  const named = Date.parse(`${date}T${hour}:${minute}:${rest}Z`)
  return Number.isNaN(named) ? null : named
}

const namesIn = (folder: string) => (existsSync(folder) ? readdirSync(folder) : [])
