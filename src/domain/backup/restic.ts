import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, statSync } from 'node:fs'
import { basename, dirname, isAbsolute, join } from 'node:path'
import { text } from 'node:stream/consumers'
import type { HistoryHead } from '#db/volume.ts'
import type { Store } from '#src/deps.ts'
import { readAuditSecret } from '#src/domain/audit/installation.ts'
import { hours, minutes, seconds } from '#src/domain/calendar.ts'
import { giveWay, interruptible } from '#src/domain/command-child.ts'
import type { Env } from '#src/env.ts'

export const offSiteFolder = ({ DATA_DIR }: Env) => join(DATA_DIR, 'backups', 'off-site')

export const repositoryName = ({ BACKUP_REPOSITORY = '' }: Env) =>
  BACKUP_REPOSITORY.replace(/(:\/\/[^/@:]*):[^/@]*@/, '$1:***@')

export function resticFault({ BACKUP_REPOSITORY, resticVariables }: Env): string | null {
  if (!BACKUP_REPOSITORY) return null
  const { stdout } = spawnSync('restic', ['version'], { env: resticVariables, encoding: 'utf8' })
  const [, version = '', minor] = /^restic (\d+\.(\d+)\S*)/.exec(stdout ?? '') ?? []
  if (!version) return 'BACKUP_REPOSITORY: needs the program restic, which is not on the path'
  const isOld = version.startsWith('0.') && Number(minor) < 14
  return isOld ? `BACKUP_REPOSITORY: needs restic 0.14 or later, and this is ${version}` : null
}

type Run = {
  stopping: AbortSignal
  cwd?: string
  longest?: number
  isLook?: boolean
}

export async function restic(
  env: Env,
  args: string[],
  { stopping, cwd, longest = hours(5), isLook = false }: Run,
): Promise<string> {
  stopping.throwIfAborted()
  const tmp = join(offSiteFolder(env), 'tmp')
  if (!isLook) mkdirSync(tmp, { recursive: true, mode: 0o700 })
  const limit = AbortSignal.timeout(longest)
  const child = spawn('restic', isLook ? [...args, '--no-lock', '--no-cache'] : args, {
    cwd,
    env: {
      ...env.resticVariables,
      RESTIC_REPOSITORY: env.BACKUP_REPOSITORY,
      RESTIC_PASSWORD_FILE: env.BACKUP_PASSWORD_FILE,
      RESTIC_CACHE_DIR: join(offSiteFolder(env), 'cache'),
      TMPDIR: tmp,
      TZ: 'UTC',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  giveWay(child)
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once('close', resolve)
    child.once('error', (error) => reject(new Error(`restic did not start: ${error.message}`)))
  })
  const end = interruptible(child, ended, AbortSignal.any([stopping, limit]), seconds(2))
  const [out, err, code] = await Promise.all([text(child.stdout), text(child.stderr), end])
  stopping.throwIfAborted()
  if (code === 0 && !limit.aborted) return out
  const how = limit.aborted ? 'was ended, because it took too long' : `ended with ${code}`
  throw new Error(wordsIn(err, env) || `restic ${args[0]} ${how}`)
}

/** Shortens what restic printed so that it fits on a page, and removes secrets. Versions from 0.17 print JSON. */
function wordsIn(stderr: string, env: Env): string {
  const lines = stderr
    .split('\n')
    .map((line) => messageIn(line.trim()).replace(/^Fatal: /, ''))
    .filter((line) => line !== '' && !isOfStack.test(line))
  const isRetry = (line: string) => line.includes(', retrying after ')
  const final = lines.filter((line) => !isRetry(line))
  // restic was ended while it was retrying, so the reason is in the last attempt
  const said = final.length > 0 ? [...new Set(final)] : lines.slice(-1)
  const words = said.join(' ').replace(/\p{C}/gu, ' ')
  return secretsOf(env)
    .reduce((rest, secret) => rest.replaceAll(secret, '***'), words)
    .slice(0, 400)
}

/** Matches lines of a Go stack trace: a function, or a place in a file. */
const isOfStack = /^[\w.-]+\/\S+$|^(main|runtime)\.\S+$|\.(go|s):\d+$/

function messageIn(line: string): string {
  if (!line.startsWith('{')) return line
  try {
    const { message, error } = JSON.parse(line)
    return String(message ?? error?.message ?? '')
  } catch {
    return line
  }
}

function secretsOf({ resticVariables, BACKUP_REPOSITORY = '' }: Env): string[] {
  const inAddress = /:\/\/[^/@:]*:([^/@]*)@/.exec(BACKUP_REPOSITORY)?.[1]
  const values = Object.entries(resticVariables)
    .filter(([name]) => /KEY|SECRET|TOKEN|PASS|SAS/.test(name))
    .map(([, value]) => value)
  return [...values, inAddress ?? ''].filter((secret) => secret.length >= 4)
}

export type Snapshot = {
  id: string
  /** In milliseconds since 1970, UTC. */
  madeAt: number
  installation: string | null
  event: number | null
}

/** All installations give the same host, so that the snapshots of one belong together wherever it runs. */
const host = 'countersign'

export const copyName = 'countersign.db'

export const installationTag = ({ db, keys }: Store): string =>
  createHash('sha256')
    .update(`off-site backup ${readAuditSecret(db, keys).key.toString('hex')}`)
    .digest('hex')
    .slice(0, 16)

/**
 * Opens the repository, and returns its id. It creates one only if none was used before, because an unmounted disk
 * looks like a missing or different repository.
 */
export async function openRepository(
  env: Env,
  expectedId: string | null,
  stopping: AbortSignal,
): Promise<string> {
  const id = await repositoryId(env, stopping).catch(async (error) => {
    if (expectedId !== null || stopping.aborted) throw error
    await makeRepository(env, stopping, error)
    return repositoryId(env, stopping)
  })
  if (expectedId !== null && id !== expectedId)
    throw new Error(
      `Another repository lies there (${id.slice(0, 10)}) than the one used until now (${expectedId.slice(0, 10)}). Is the right disk mounted? To go on with this one, run "backup --other-repository"`,
    )
  return id
}

async function repositoryId(env: Env, stopping: AbortSignal): Promise<string> {
  // `--no-lock` makes this work even if a killed process has left a lock
  const args = ['cat', 'config', '--json', '--no-lock']
  const config = await restic(env, args, { stopping, longest: minutes(2) })
  return String(JSON.parse(config).id)
}

async function makeRepository(env: Env, stopping: AbortSignal, reason: Error) {
  const path = folderOf(env)
  if (path !== null && !statSync(path, { throwIfNoEntry: false })?.isDirectory())
    throw new Error(`There is no folder ${path}. Is its disk mounted? Make it, then try again`)
  await restic(env, ['init'], { stopping, longest: minutes(2) }).catch((error) => {
    throw /already exists/.test(error.message) ? reason : error
  })
}

export function folderOf({ BACKUP_REPOSITORY = '' }: Env): string | null {
  const path = BACKUP_REPOSITORY.replace(/^local:/, '')
  return isAbsolute(path) ? path : null
}

/** Removes stale locks of this machine. Locks of other machines stay, and the next command names their owner. */
export async function unlock(env: Env, stopping: AbortSignal) {
  await restic(env, ['unlock'], { stopping, longest: minutes(2) }).catch(() => {})
  stopping.throwIfAborted()
}

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

/** Saves a snapshot. Returns its id, and how many bytes were new to the repository. */
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

export async function forgetSnapshots(env: Env, ids: string[], stopping: AbortSignal) {
  const [first = '', ...others] = ids
  const args = ['forget', '--group-by', '']
  // one snapshot is forgotten first, within a minute: without the right to delete, restic tries each file for a minute
  // (later versions for 15), and the next backup waits
  await restic(env, [...args, first], { stopping, longest: minutes(1) })
  // the length of a command line is limited
  for (let from = 0; from < others.length; from += 500)
    await restic(env, [...args, ...others.slice(from, from + 500)], { stopping, longest: hours(1) })
  await restic(env, ['prune', '--max-unused', '0'], { stopping, longest: hours(1) })
}

export const restoreSnapshot = (env: Env, id: string, folder: string, stopping: AbortSignal) =>
  restic(env, ['restore', id, '--target', folder], { stopping })

/** Checks a fifth of all data, a different fifth each week. */
export async function checkRepository(env: Env, now: number, stopping: AbortSignal) {
  const week = Math.floor(now / hours(24 * 7))
  await restic(env, ['check', '--read-data-subset', `${(week % 5) + 1}/5`], { stopping })
}
