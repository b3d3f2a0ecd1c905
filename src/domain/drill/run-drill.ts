import { mkdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { freeBytes } from '#db/free-space.ts'
import { tryLock } from '#db/lock.ts'
import type { Deps } from '#src/deps.ts'
import { mebibytes, spaceLimits } from '#src/domain/applications/disk-space.ts'
import { openAuditSeal } from '#src/domain/audit/installation.ts'
import type { PlaceOptions } from '#src/domain/backup-target/place.ts'
import { hours } from '#src/domain/durations.ts'
import { runInChild } from '#src/domain/low-priority-child.ts'
import { backupsOf } from '#src/domain/maintenance/backup-age.ts'
import type { Env } from '#src/env.ts'
import type { CheckedCopy } from './check-copy.ts'
import type { DrillTask } from './drill-child.ts'
import type { FetchedCopy, FoundCopy, WrongKey } from './fetch-copy.ts'
import type { TableCount } from './table-counts.ts'

/** What a drill that held has found; `took` in milliseconds. */
export type DrillReport = {
  copy: string
  madeAt: number
  /** Of the opened copy. */
  bytes: number
  events: number
  documents: number
  tables: TableCount[]
  took: { fetching: number; pages: number; history: number; documents: number; comparing: number }
}

/** The built program of the child process, and the folder of the migrations. */
export type DrillFiles = { drillChild: string; migrations: string }

type Store = Pick<Deps, 'db' | 'keys' | 'env' | 'now'>

/** Another drill is running. */
export class DrillNotRun extends Error {}

/** The private key does not open the copy. */
export class WrongPrivateKey extends Error {}

/** A gigabyte takes minutes; a drill that takes this long hangs. */
const longest = hours(5)

/**
 * Fetches the newest copy from a place, opens it, and compares it with the live database (rule 407). Leaves nothing
 * behind. Rejects in plain words when something is not as it should be. `askIdentity` returns the private key.
 */
export async function runDrill(
  { db, keys, env, now }: Store,
  { drillChild, migrations }: DrillFiles,
  place: PlaceOptions,
  askIdentity: () => Promise<string> | string,
  stopping: AbortSignal,
): Promise<DrillReport> {
  const release = lockOf(env)
  if (!release) throw new DrillNotRun('Another process is running a drill')
  const folder = folderOf(env)
  const limit = AbortSignal.any([stopping, AbortSignal.timeout(longest)])
  const run = <T>(task: DrillTask) => runInChild<T>(drillChild, task, limit)
  try {
    empty(folder)
    refuseWithoutSpace(env, db.path)
    const found = await run<FoundCopy>({ step: 'find', place, now: now() })
    const { name, madeAt, encrypted } = found
    const identity = encrypted ? await askIdentity() : null
    mkdirSync(folder, { mode: 0o700 })
    const fetched = await run<FetchedCopy | WrongKey>({
      ...{ step: 'fetch', place, name, folder, identity, migrations, leaveFree: spaceLimits.warn },
    })
    if ('wrongKey' in fetched) throw new WrongPrivateKey(fetched.wrongKey)
    const checked = await run<CheckedCopy>({
      ...{ step: 'check', copy: fetched.path, live: db.path, migrations },
      ...{ ...keyOf(keys, fetched.sealed), keyIds: keys.ids },
    })
    const took = { ...fetched.took, ...checked.took }
    return { ...checked, copy: name, madeAt, bytes: fetched.bytes, took }
  } finally {
    empty(folder)
    release()
  }
}

/** Removes what a killed drill left, unless another process runs one. */
export function removeDrillLeftovers(env: Env) {
  const release = lockOf(env)
  if (!release) return
  empty(folderOf(env))
  release()
}

const folderOf = (env: Env) => join(backupsOf(env), 'drill')

function lockOf(env: Env) {
  mkdirSync(backupsOf(env), { recursive: true, mode: 0o700 })
  return tryLock(join(backupsOf(env), 'drill.lock'), 0)
}

const empty = (folder: string) => rmSync(folder, { recursive: true, force: true })

/** The copy, a second one if the schema has to change, and the log. New applications must not be refused meanwhile. */
function refuseWithoutSpace(env: Env, live: string) {
  const needed = 3 * statSync(live).size + spaceLimits.warn
  const free = freeBytes(env.DATA_DIR)
  if (free >= needed) return
  const [needs, has] = [needed, free].map((bytes) => Math.ceil(bytes / mebibytes(1)))
  throw new Error(
    `A drill needs ${needs} MiB of free space in ${env.DATA_DIR}, and ${has} are free`,
  )
}

function keyOf(keys: Deps['keys'], sealed: string) {
  try {
    return openAuditSeal(keys, sealed)
  } catch {
    throw new Error('APP_KEY does not open the copy: it is of another installation or another key')
  }
}
