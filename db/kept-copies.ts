import { existsSync, readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { tryLock } from './lock.ts'

const day = 24 * 60 * 60 * 1000

/** All copies of a week stay, then the newest of each day; after 37 days none is left, of whatever kind. */
export const kept = { all: 7 * day, longest: 37 * day } as const

/** A file in the folder of the copies that holds the database as it was at `madeAt`; on `goesAt` it goes. */
export type KeptCopy = { name: string; madeAt: number; goesAt: number }

/** Every whole copy in a folder, oldest first: regular ones, those before a migration, and what a restore replaced. */
export function keptCopies(folder: string): KeptCopy[] {
  return namesIn(folder)
    .filter((name) => /^(countersign|before-migration|replaced)-.*\.db$/.test(name))
    .map((name) => ({ name, madeAt: timeOf(folder, name) }))
    .map((copy) => ({ ...copy, goesAt: copy.madeAt + kept.longest }))
    .sort((a, b) => a.madeAt - b.madeAt)
}

/**
 * When the newest regular copy in a folder was made, in UTC milliseconds, and how many there are; 0 and 0 without any.
 * One from the future was made under a wrong clock and is not the newest.
 */
export function copiesIn(folder: string, now: number): { count: number; newest: number } {
  const copies = keptCopies(folder).filter(isRegular)
  return {
    count: copies.length,
    newest: copies.findLast(({ madeAt }) => madeAt <= now)?.madeAt ?? 0,
  }
}

/** Removes copies that have served their time, with what belongs to them; returns how many. */
export function thinCopies(folder: string, now: number): number {
  const copies = keptCopies(folder)
  const lastOfDay = new Map(copies.filter(isRegular).map((copy) => [dayOf(copy), copy.name]))
  const gone = copies.filter(
    (copy) =>
      now >= copy.goesAt ||
      (isRegular(copy) && now - copy.madeAt > kept.all && lastOfDay.get(dayOf(copy)) !== copy.name),
  )
  for (const { name } of gone)
    for (const more of ['', '-wal', '-shm', '.sha256'])
      rmSync(join(folder, `${name}${more}`), { force: true })
  return gone.length
}

/** The files that a copy under way writes. It holds a lock beside them, so that a killed one is told from one at work. */
export const underWay = (path: string) => ({
  draft: `${path}.partial`,
  lock: lockOf(`${path}.partial`),
})

/** Copies that were cut off, by a kill or a power cut. */
export const cutOffCopies = (folder: string): string[] => [
  ...new Set(namesIn(folder).flatMap((name) => /^countersign.*?\.partial/.exec(name)?.[0] ?? [])),
]

/** Removes copies that were cut off; one that another process is making stays. */
export function clearCutOffCopies(folder: string) {
  for (const name of cutOffCopies(folder)) {
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

/** A name tells its time, such as `countersign-2026-11-20T10-00-00-000Z.db`; that of a migration has none. */
function timeOf(folder: string, name: string): number {
  const [, date, hour, minute, rest] =
    /-(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)-\d{3}Z\.db$/.exec(name) ?? []
  const said = Date.parse(`${date}T${hour}:${minute}:${rest}Z`)
  return Number.isNaN(said) ? statSync(join(folder, name)).mtimeMs : said
}

const namesIn = (folder: string) => (existsSync(folder) ? readdirSync(folder) : [])
