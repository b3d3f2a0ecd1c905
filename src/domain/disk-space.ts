import { freeBytes } from '#db/files.ts'
import type { Deps, Store } from '#src/deps.ts'
import { Refusal } from './refusal.ts'

export const mebibytes = (count: number) => count * 1024 * 1024

/**
 * Free bytes. Below `refuse`, applicants and customers can save nothing: the rest is kept for sign-ins, decisions and
 * erasures.
 */
export const spaceLimits = { warn: mebibytes(200), refuse: mebibytes(50) } as const

export function refuseWhenFull(deps: Deps) {
  if (measureFreeSpace(deps) >= spaceLimits.refuse) return
  throw new Refusal(
    'unavailable',
    'This cannot be stored right now, and nothing was changed. Please try again later.',
    { retryAfter: 300 },
  )
}

const textAlone = 128 * 1024

/** Asks for twice the size, because the write-ahead log holds files too, and holds them again when they are wiped. */
export function refuseFilesWhenFull(deps: Deps, bytes: number) {
  if (bytes > 0 && bytes <= textAlone) return
  if (measureFreeSpace(deps) >= spaceLimits.refuse + 2 * bytes) return
  throw new Refusal('unavailable', 'Files cannot be stored right now. Please try again later.', {
    retryAfter: 300,
  })
}

export function requireSpaceForCopy({ db, env }: Store) {
  const size = ['page_count', 'page_size']
    .map((name) => Number(db.sqlite.pragma(name, { simple: true })))
    .reduce((product, factor) => product * factor)
  const missing = size + spaceLimits.refuse - freeBytes(env.DATA_DIR)
  if (missing > 0)
    throw new Error(
      `${Math.ceil(missing / mebibytes(1))} MiB more have to be free in ${env.DATA_DIR} for a backup`,
    )
}

type Shortage = 'full' | 'low'

export function shortageOf(deps: Deps): Shortage | null {
  const free = measureFreeSpace(deps)
  if (free < spaceLimits.refuse) return 'full'
  return free < spaceLimits.warn ? 'low' : null
}

export function warnOfLowSpace(deps: Deps) {
  const free = measureFreeSpace(deps)
  if (free < spaceLimits.warn)
    deps.log.warn({ freeMebibytes: inMebibytes(free) }, 'the disk of the data runs low')
}

/** Returns the free bytes, and logs when the disk has become full or has room again. */
export function measureFreeSpace({ env, log, disk }: Deps): number {
  const free = freeBytes(env.DATA_DIR)
  const isFull = free < spaceLimits.refuse
  const facts = { freeMebibytes: inMebibytes(free) }
  if (isFull && !disk.isFull)
    log.error(facts, 'the disk of the data is full: applicants and customers cannot save anything')
  if (!isFull && disk.isFull) log.warn(facts, 'the disk of the data has room again')
  disk.isFull = isFull
  return free
}

const inMebibytes = (bytes: number) => Math.floor(bytes / mebibytes(1))
