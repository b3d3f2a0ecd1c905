import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { copyDatabase, retention } from '#db/copies.ts'
import { tryLock } from '#db/lock.ts'
import { openForReading } from '#db/open.ts'
import { headOf } from '#db/volume.ts'
import type { Store } from '#src/deps.ts'
import { days, hours } from '#src/domain/calendar.ts'
import { requireSpaceForCopy } from '#src/domain/disk-space.ts'
import { errorMessage } from '#src/domain/refusal.ts'
import type { Env } from '#src/env.ts'
import {
  copyName,
  forgetSnapshots,
  installationTag,
  listSnapshots,
  offSiteFolder,
  openRepository,
  type Snapshot,
  saveSnapshot,
  unlock,
} from './restic.ts'
import { hasAdministrator, keepOffSite, type OffSite, offSite, type SentBackup } from './state.ts'

export class OffSiteBusy extends Error {}

/** One at a time, over all processes. */
export async function onRepository<Result>(env: Env, work: () => Promise<Result>): Promise<Result> {
  const folder = offSiteFolder(env)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const release = tryLock(join(folder, 'lock'), 0)
  if (!release) throw new OffSiteBusy('Another off-site backup, drill or restore is running')
  try {
    removeCopies(env)
    return await work()
  } finally {
    removeCopies(env)
    release()
  }
}

function removeCopies(env: Env) {
  const drafts = ['', '-journal'].map((more) => `${copyName}.partial${more}`)
  for (const name of [copyName, ...drafts, 'restored', 'tmp'])
    rmSync(join(offSiteFolder(env), name), { recursive: true, force: true })
}

/**
 * Sends a backup, and forgets old ones if it may. A failure to forget fails no backup. `isOther` accepts another repository
 * than until now.
 */
export async function backUpOffSite(
  deps: Store,
  stopping: AbortSignal,
  { mayForget = false, isOther = false } = {},
): Promise<OffSite & { sent: SentBackup }> {
  const { env } = deps
  if (!hasAdministrator(deps)) throw new Error('There is no administrator yet')
  const known = isOther ? null : (offSite(deps)?.id ?? null)
  try {
    await onRepository(env, async () => {
      const id = await openRepository(env, known, stopping)
      if (id !== known) await keepOffSite(deps, () => ({ id }))
      await unlock(env, stopping)
      const sent = await send(deps, stopping)
      await keepOffSite(deps, () => ({ sent, failed: null }))
      if (mayForget) await forgetOld(deps, stopping)
    })
  } catch (error) {
    const reason = errorMessage(error)
    if (!stopping.aborted && !(error instanceof OffSiteBusy))
      await keepOffSite(deps, () => ({ failed: { at: deps.now(), reason } }))
    throw error
  }
  return offSite(deps) as OffSite & { sent: SentBackup }
}

async function send(deps: Store, stopping: AbortSignal): Promise<SentBackup> {
  const { db, env, now } = deps
  requireSpaceForCopy(deps)
  const path = join(offSiteFolder(env), copyName)
  const madeAt = now()
  await copyDatabase(db, path)
  stopping.throwIfAborted()
  const content = contentOf(path)
  const installation = installationTag(deps)
  const saved = await saveSnapshot(
    env,
    { path, installation, madeAt, head: content.head },
    stopping,
  )
  return { ...saved, ...content, at: madeAt }
}

function contentOf(path: string): Pick<SentBackup, 'head' | 'hasUnsealed'> {
  const db = openForReading(path)
  try {
    const unsealed = 'select 1 from documents where sealed_at is null and erased_at is null'
    return { head: headOf(db), hasUnsealed: db.sqlite.prepare(unsealed).get() !== undefined }
  } finally {
    db.sqlite.close()
  }
}

/** Once a day. */
async function forgetOld(deps: Store, stopping: AbortSignal) {
  const { env, now } = deps
  const last = offSite(deps)?.forgot?.at ?? 0
  if (last <= now() && now() - last < days(1) - hours(1)) return
  try {
    const ours = await ownSnapshots(deps, stopping)
    const newest = ours.findLast(({ madeAt }) => madeAt <= now())
    const old = ours.filter((snapshot) => now() > lastDayOf(snapshot) && snapshot.id !== newest?.id)
    if (old.length > 0) await forgetSnapshots(env, idsOf(old), stopping)
    await keepOffSite(deps, () => ({ forgot: { at: now(), reason: null } }))
  } catch (error) {
    if (stopping.aborted) throw error
    const reason = errorMessage(error)
    await keepOffSite(deps, () => ({ forgot: { at: now(), reason } }))
  }
}

export const lastDayOf = ({ madeAt }: Snapshot) => madeAt + retention.longest

export async function ownSnapshots(deps: Store, stopping: AbortSignal, isLook = false) {
  const installation = installationTag(deps)
  const all = await listSnapshots(deps.env, stopping, isLook)
  return all.filter((snapshot) => snapshot.installation === installation)
}

const idsOf = (snapshots: Snapshot[]) => snapshots.map(({ id }) => id)

/** After an erasure: sends a fresh backup first. */
export async function forgetBackupsFrom(deps: Store, before: number, stopping: AbortSignal) {
  await backUpOffSite(deps, stopping)
  return onRepository(deps.env, async () => {
    const ours = await ownSnapshots(deps, stopping)
    const newest = ours.at(-1)
    const old = ours.filter((snapshot) => snapshot.madeAt <= before && snapshot !== newest)
    if (old.length > 0) await forgetSnapshots(deps.env, idsOf(old), stopping)
    return old.length
  })
}
