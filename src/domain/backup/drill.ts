import { rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { checkDatabase } from '#db/copies.ts'
import { freeBytes } from '#db/files.ts'
import { openForReading } from '#db/open.ts'
import { transact } from '#db/transaction.ts'
import type { Deps, Store } from '#src/deps.ts'
import { actionIn, type EventAction } from '#src/domain/audit/actions.ts'
import { describeBreak } from '#src/domain/audit/chain.ts'
import { recordEvent } from '#src/domain/audit/events.ts'
import { verifyKey } from '#src/domain/audit/installation.ts'
import { days, longInstant } from '#src/domain/calendar.ts'
import { mebibytes, spaceLimits } from '#src/domain/disk-space.ts'
import { enqueue } from '#src/domain/jobs/email-jobs.ts'
import type { checkContent } from '#src/domain/maintenance/history-check.ts'
import { errorMessage } from '#src/domain/refusal.ts'
import { isOffSiteBusy, onRepository, ownSnapshots } from './off-site.ts'
import {
  checkRepository,
  copyName,
  offSiteFolder,
  openRepository,
  restoreSnapshot,
  type Snapshot,
  unlock,
} from './restic.ts'
import { type HeldDrill, keepOffSite, offSite, storeOffSite, type TriedBackup } from './state.ts'

/** A function that checks a copy as `verify` does. */
export type CheckCopy = (copy: Store) => ReturnType<typeof checkContent>

/** Runs a drill at once, and stores what it found. */
export const runDrill = (
  deps: Store,
  check: CheckCopy,
  stopping: AbortSignal,
): Promise<HeldDrill> =>
  keepDrill(deps, stopping, () => tryBackups(deps, drillTask(deps), check, stopping))

/** `repository` is the id of the repository that was used so far. */
export type DrillTask = { repository: string | null }

export const drillTask = (deps: Store): DrillTask => ({ repository: offSite(deps)?.id ?? null })

/** Stores what a drill checked, or why it failed. */
export async function keepDrill(
  deps: Store,
  stopping: AbortSignal,
  hold: () => Promise<HeldDrill>,
): Promise<HeldDrill> {
  try {
    const held = await hold()
    await keep(deps, { held, failed: null, toldAt: null }, 'recovery drill held')
    return held
  } catch (error) {
    const reason = errorMessage(error)
    if (!stopping.aborted && !isOffSiteBusy(error))
      await keep(deps, { failed: { at: deps.now(), reason } }, 'recovery drill failed')
    throw error
  }
}

type Kept = NonNullable<ReturnType<typeof offSite>>['drill']

type DrillAction = Extract<EventAction, 'recovery drill held' | 'recovery drill failed'>

const keep = (deps: Store, result: Partial<Kept>, action: DrillAction) =>
  keepOffSite(
    deps,
    ({ drill }) => ({ drill: { ...drill, ...result } }),
    (tx) => recordEvent(tx, { kind: 'system' }, { action }),
  )

/** Restores the newest and the oldest backup beside the database, and has them checked. It only reads the database. */
export const tryBackups = (
  deps: Store,
  task: DrillTask,
  check: CheckCopy,
  stopping: AbortSignal,
): Promise<HeldDrill> =>
  onRepository(deps.env, () => tryNewestAndOldest(deps, task, check, stopping))

async function tryNewestAndOldest(
  deps: Store,
  { repository }: DrillTask,
  check: CheckCopy,
  stopping: AbortSignal,
): Promise<HeldDrill> {
  const { env, now } = deps
  const began = performance.now()
  refuseWithoutSpace(deps)
  if (repository) await openRepository(env, repository, stopping)
  await unlock(env, stopping)
  const snapshots = (await ownSnapshots(deps, stopping)).filter(({ madeAt }) => madeAt <= now())
  const [oldest, newest] = [snapshots[0], snapshots.at(-1)]
  if (!oldest || !newest) throw new Error('There is no backup of this installation')
  await checkRepository(env, now(), stopping)
  const backups: TriedBackup[] = []
  for (const snapshot of newest === oldest ? [newest] : [newest, oldest])
    backups.push(await tryBackup(deps, snapshot, check, stopping))
  return { at: now(), backups, took: Math.round(performance.now() - began) }
}

function refuseWithoutSpace({ env, db }: Store) {
  const needed = 2 * statSync(db.path).size + spaceLimits.warn
  const free = freeBytes(env.DATA_DIR)
  if (free >= needed) return
  const [needs, has] = [needed, free].map((bytes) => Math.ceil(bytes / mebibytes(1)))
  throw new Error(
    `A drill needs ${needs} MiB of free space in ${env.DATA_DIR}, and ${has} are free`,
  )
}

async function tryBackup(
  deps: Store,
  { id, madeAt }: Snapshot,
  check: CheckCopy,
  stopping: AbortSignal,
): Promise<TriedBackup> {
  const folder = join(offSiteFolder(deps.env), 'restored')
  rmSync(folder, { recursive: true, force: true })
  await restoreSnapshot(deps.env, id, folder, stopping)
  const path = join(folder, copyName)
  try {
    await checkDatabase(path)
    stopping.throwIfAborted()
    const content = await checkedContent(deps, path, madeAt, check)
    return { id, madeAt, bytes: statSync(path).size, ...content }
  } catch (error) {
    const reason = errorMessage(error)
    throw new Error(`Backup ${id.slice(0, 8)} of ${new Date(madeAt).toISOString()}: ${reason}`)
  }
}

async function checkedContent(deps: Store, path: string, madeAt: number, check: CheckCopy) {
  const copy = openForReading(path)
  try {
    try {
      verifyKey(copy, deps.keys)
    } catch (error) {
      if (isOfEarlierKey(deps, madeAt)) return { events: null, documents: null }
      throw error
    }
    const content = await check({ ...deps, db: copy })
    const { events, breaks, faults, compared } = content
    const all = [...breaks.map(describeBreak), ...faults]
    if (all.length === 0) return { events, documents: compared?.documents ?? null }
    throw new Error(`${all[0]}${all.length > 1 ? `, and ${all.length - 1} more faults` : ''}`)
  } finally {
    copy.sqlite.close()
  }
}

const isOfEarlierKey = ({ db: { sqlite } }: Store, madeAt: number) =>
  sqlite
    .prepare(`select 1 from events where ${actionIn('keys rotated')} and at > ?`)
    .get(madeAt) !== undefined

const again = days(7)

export function emailFailedDrill(deps: Deps) {
  const { failed, held, toldAt } = offSite(deps)?.drill ?? {}
  if (!failed || (toldAt && toldAt <= deps.now() && deps.now() - toldAt < again)) return
  transact(deps, (tx) => {
    const known = offSite(tx)
    if (!known) return
    storeOffSite(tx, { ...known, drill: { ...known.drill, toldAt: tx.now() } })
    const last = held ? longInstant(tx.env.APP_TIMEZONE, held.at) : null
    enqueue(tx, { kind: 'drill-failed', reason: failed.reason, last }, `drill-failed|${tx.now()}`)
  })
}
