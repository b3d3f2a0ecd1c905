import { createHash } from 'node:crypto'
import { statSync } from 'node:fs'
import { basename, dirname, isAbsolute } from 'node:path'
import type { HistoryHead } from '#db/volume.ts'
import type { Store } from '#src/deps.ts'
import { readAuditSeal } from '#src/domain/audit/installation.ts'
import { hours, minutes } from '#src/domain/durations.ts'
import type { Env } from '#src/env.ts'
import { restic } from './restic.ts'

/** A backup in the repository. */
export type Snapshot = {
  id: string
  /** When its copy of the database was made, in UTC milliseconds. */
  madeAt: number
  /** The installation that made it; `null` for files of something else. */
  installation: string | null
  /** The number of the last event in it; `null` when no tag says so. */
  event: number | null
}

/** All snapshots of a path and a host belong together, wherever an installation runs. */
const host = 'countersign'

/** The name of the copy in each snapshot. */
export const copyName = 'countersign.db'

/** Names this installation in a repository that it shares: derived from the key of its history, which never changes. */
export const installationTag = ({ db, keys }: Store): string =>
  createHash('sha256')
    .update(`off-site backup ${readAuditSeal(db, keys).key.toString('hex')}`)
    .digest('hex')
    .slice(0, 16)

/**
 * Makes sure that the repository is the known one, and returns its id. Without a known one it takes what is there, or
 * makes a repository. Rejects when the known one is gone or another lies there: an unmounted disk looks like that.
 */
export async function openRepository(
  env: Env,
  known: string | null,
  stopping: AbortSignal,
): Promise<string> {
  const id = await repositoryId(env, stopping).catch(async (error) => {
    if (known !== null || stopping.aborted) throw error
    await makeRepository(env, stopping, error)
    return repositoryId(env, stopping)
  })
  if (known !== null && id !== known)
    throw new Error(
      `Another repository lies there (${id.slice(0, 10)}) than the one used until now (${known.slice(0, 10)}). Is the right disk mounted? To go on with this one, run "backup --other-repository"`,
    )
  return id
}

async function repositoryId(env: Env, stopping: AbortSignal): Promise<string> {
  // also while a killed one has left its lock
  const args = ['cat', 'config', '--json', '--no-lock']
  const config = await restic(env, args, { stopping, longest: minutes(2) })
  return String(JSON.parse(config).id)
}

/** Restic refuses to make one where one is, so a wrong password makes none. */
async function makeRepository(env: Env, stopping: AbortSignal, reason: Error) {
  const path = folderOf(env)
  if (path !== null && !statSync(path, { throwIfNoEntry: false })?.isDirectory())
    throw new Error(`There is no folder ${path}. Is its disk mounted? Make it, then try again`)
  await restic(env, ['init'], { stopping, longest: minutes(2) }).catch((error) => {
    throw /already exists/.test(error.message) ? reason : error
  })
}

/** The repository's folder on this machine; `null` when it lies elsewhere. */
export function folderOf({ BACKUP_REPOSITORY = '' }: Env): string | null {
  const path = BACKUP_REPOSITORY.replace(/^local:/, '')
  return isAbsolute(path) ? path : null
}

/**
 * Removes locks whose process has ended. Those of others stay: a command that meets one says whose it is. A repository
 * that lets nobody delete lets nobody unlock, either.
 */
export async function unlock(env: Env, stopping: AbortSignal) {
  await restic(env, ['unlock'], { stopping, longest: minutes(2) }).catch(() => {})
  stopping.throwIfAborted()
}

/** Every backup in the repository, of other installations too, oldest first. */
export async function listSnapshots(
  env: Env,
  stopping: AbortSignal,
  isLook = false,
): Promise<Snapshot[]> {
  const longest = isLook ? minutes(1) : hours(1)
  const list = await restic(env, ['snapshots', '--json'], { stopping, longest, isLook })
  return (JSON.parse(list || '[]') as { id: string; time: string; tags?: string[] }[])
    .map(({ id, time, tags = [] }) => ({
      id,
      madeAt: Date.parse(time),
      installation: tagged(tags, 'installation'),
      event: Number(tagged(tags, 'head')?.split('-')[0] ?? 0) || null,
    }))
    .toSorted((one, other) => one.madeAt - other.madeAt)
}

const tagged = (tags: string[], name: string): string | null =>
  tags.find((tag) => tag.startsWith(`${name}:`))?.slice(name.length + 1) ?? null

type NewSnapshot = { path: string; installation: string; head: HistoryHead | null; madeAt: number }

/** Sends a copy. Returns the snapshot's id, and how many bytes were new to the repository. */
export async function saveSnapshot(
  env: Env,
  { path, installation, head, madeAt }: NewSnapshot,
  stopping: AbortSignal,
): Promise<{ id: string; bytes: number }> {
  const tags = [`installation:${installation}`, ...(head ? [`head:${head.seq}-${head.hash}`] : [])]
  const time = new Date(madeAt).toISOString().slice(0, 19).replace('T', ' ')
  const out = await restic(
    env,
    [
      ...['backup', '--json', '--host', host, '--time', time],
      ...tags.flatMap((tag) => ['--tag', tag]),
      basename(path),
    ],
    { stopping, cwd: dirname(path) },
  )
  const last = out.trim().split('\n').at(-1) ?? ''
  const { snapshot_id, data_added } = JSON.parse(last)
  return { id: snapshot_id, bytes: data_added }
}

/** Removes snapshots by their ids, and the data that only they hold. */
export const forgetSnapshots = (env: Env, ids: string[], stopping: AbortSignal) =>
  restic(env, ['forget', '--group-by', '', '--prune', '--max-unused', '0', ...ids], {
    stopping,
    longest: hours(1),
  })

/** Fetches one snapshot's copy into a folder. */
export const restoreSnapshot = (env: Env, id: string, folder: string, stopping: AbortSignal) =>
  restic(env, ['restore', id, '--target', folder], { stopping })

/** Checks the structure, and reads a fifth of all data, another one each week. */
export async function checkRepository(env: Env, now: number, stopping: AbortSignal) {
  const week = Math.floor(now / hours(24 * 7))
  await restic(env, ['check', '--read-data-subset', `${(week % 5) + 1}/5`], { stopping })
}
