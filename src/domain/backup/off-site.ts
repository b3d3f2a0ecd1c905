import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { copyDatabase, retention } from '#db/copies.ts'
import { tryLock } from '#db/lock.ts'
import { openForReading } from '#db/open.ts'
import { headOf } from '#db/volume.ts'
import type { Store } from '#src/deps.ts'
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
import {
  hasAdministrator,
  isForgettingDue,
  keepOffSite,
  type OffSite,
  offSite,
  type SentBackup,
} from './state.ts'

class OffSiteBusy extends Error {
  override name = 'OffSiteBusy'
}

/** Recognises an error by its name, because it may come from a child process. */
export const isOffSiteBusy = (error: unknown): error is Error =>
  error instanceof Error && error.name === 'OffSiteBusy'

/** Runs work on the repository, one task at a time across all processes. */
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

/** Sends a backup at once. `isOther` accepts a repository that differs from the one used so far. */
export async function backUpOffSite(
  deps: Store,
  stopping: AbortSignal,
  { mayForget = false, isOther = false } = {},
): Promise<OffSite & { sent: SentBackup }> {
  if (!hasAdministrator(deps)) throw new Error('There is no administrator yet')
  const task = offSiteTask(deps, mayForget)
  if (isOther) task.repository = null
  return keepBackup(deps, stopping, (take) => sendBackup(deps, task, take, stopping))
}

/** `repository` is the id of the repository that was used so far. */
export type OffSiteTask = { repository: string | null; forgets: boolean }

export const offSiteTask = (deps: Store, mayForget: boolean): OffSiteTask => ({
  repository: offSite(deps)?.id ?? null,
  forgets: mayForget && isForgettingDue(deps),
})

/** The result of one step of a backup. */
export type BackupPart = Pick<OffSite, 'id'> | Pick<OffSite, 'sent'> | Pick<OffSite, 'forgot'>

/** Stores the result of each step of a backup, or why the backup failed. */
export async function keepBackup(
  deps: Store,
  stopping: AbortSignal,
  send: (take: (part: BackupPart) => Promise<void>) => Promise<void>,
): Promise<OffSite & { sent: SentBackup }> {
  try {
    await send((part) =>
      keepOffSite(deps, () => ('sent' in part ? { ...part, failed: null } : part)),
    )
  } catch (error) {
    const reason = errorMessage(error)
    if (!stopping.aborted && !isOffSiteBusy(error))
      await keepOffSite(deps, () => ({ failed: { at: deps.now(), reason } }))
    throw error
  }
  return offSite(deps) as OffSite & { sent: SentBackup }
}

/**
 * Sends a backup and reports the result of each step. It only reads the database. A failure to forget old backups is
 * reported as a result too.
 */
export const sendBackup = (
  deps: Store,
  { repository, forgets }: OffSiteTask,
  take: (part: BackupPart) => Promise<void>,
  stopping: AbortSignal,
): Promise<void> =>
  onRepository(deps.env, async () => {
    const id = await openRepository(deps.env, repository, stopping)
    if (id !== repository) await take({ id })
    await unlock(deps.env, stopping)
    await take({ sent: await send(deps, stopping) })
    if (forgets) await take({ forgot: await forgetOld(deps, stopping) })
  })

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

async function forgetOld(deps: Store, stopping: AbortSignal): Promise<OffSite['forgot']> {
  const { env, now } = deps
  try {
    const ours = await ownSnapshots(deps, stopping)
    const newest = ours.findLast(({ madeAt }) => madeAt <= now())
    const old = ours.filter((snapshot) => now() > lastDayOf(snapshot) && snapshot.id !== newest?.id)
    if (old.length > 0) await forgetSnapshots(env, idsOf(old), stopping)
    return { at: now(), reason: null }
  } catch (error) {
    if (stopping.aborted) throw error
    return { at: now(), reason: errorMessage(error) }
  }
}

export const lastDayOf = ({ madeAt }: Snapshot) => madeAt + retention.longest

export async function ownSnapshots(deps: Store, stopping: AbortSignal, isLook = false) {
  const installation = installationTag(deps)
  const all = await listSnapshots(deps.env, stopping, isLook)
  return all.filter((snapshot) => snapshot.installation === installation)
}

const idsOf = (snapshots: Snapshot[]) => snapshots.map(({ id }) => id)

/** Removes old off-site backups after an erasure, and sends a fresh backup before that. */
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
