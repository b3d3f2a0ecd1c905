import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { constants, setPriority } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { hours, seconds } from '#src/domain/durations.ts'
import type { Env } from '#src/env.ts'

/** Where copies, restic's cache and its temporary files lie while it works. */
export const offSiteFolder = ({ DATA_DIR }: Env) => join(DATA_DIR, 'backups', 'off-site')

/** The repository as people may read it. */
export const repositoryName = ({ BACKUP_REPOSITORY = '' }: Env) =>
  BACKUP_REPOSITORY.replace(/(:\/\/[^/@:]*):[^/@]*@/, '$1:***@')

/** Why restic cannot be used, in one line; `null` when it can, or no repository is set. */
export function resticFault({ BACKUP_REPOSITORY, resticVariables }: Env): string | null {
  if (!BACKUP_REPOSITORY) return null
  const { stdout } = spawnSync('restic', ['version'], { env: resticVariables, encoding: 'utf8' })
  const [, version = '', minor] = /^restic (\d+\.(\d+)\S*)/.exec(stdout ?? '') ?? []
  if (!version) return 'BACKUP_REPOSITORY: needs the program restic, which is not on the path'
  const isOld = version.startsWith('0.') && Number(minor) < 14
  return isOld ? `BACKUP_REPOSITORY: needs restic 0.14 or later, and this is ${version}` : null
}

type Run = {
  /** Ends it, by SIGINT, so that it takes its lock away. */
  stopping: AbortSignal
  /** The folder it works in. */
  cwd?: string
  /** Milliseconds after which it is ended. */
  longest?: number
  /** Writes nothing, here and there. */
  isLook?: boolean
}

/** Runs one command of restic at low priority and returns what it prints. Rejects with restic's own words. */
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
      // of the times in arguments
      TZ: 'UTC',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  giveWay(child)
  const end = endOf(child, AbortSignal.any([stopping, limit]))
  const [out, err, code] = await Promise.all([text(child.stdout), text(child.stderr), end])
  stopping.throwIfAborted()
  if (code === 0 && !limit.aborted) return out
  const ended = limit.aborted ? 'was ended, because it took too long' : `ended with ${code}`
  throw new Error(wordsIn(err, env) || `restic ${args[0]} ${ended}`)
}

/** Resolves with its exit status. On a signal it is interrupted, and killed when that does not help. */
async function endOf(child: ChildProcess, signal: AbortSignal): Promise<number | null> {
  let kill: NodeJS.Timeout | undefined
  const interrupt = () => {
    child.kill('SIGINT')
    kill = setTimeout(() => child.kill('SIGKILL'), seconds(2))
  }
  if (signal.aborted) interrupt()
  else signal.addEventListener('abort', interrupt)
  try {
    return await new Promise((resolve, reject) => {
      child.once('close', resolve)
      child.once('error', (error) => reject(new Error(`restic did not start: ${error.message}`)))
    })
  } finally {
    clearTimeout(kill)
    signal.removeEventListener('abort', interrupt)
  }
}

function giveWay({ pid }: ChildProcess) {
  try {
    if (pid) setPriority(pid, constants.priority.PRIORITY_LOW)
  } catch {
    // it has ended already, or the system allows none of this
  }
}

/** What restic complained of, short enough for a page and without secrets. Versions from 0.17 on write JSON. */
function wordsIn(stderr: string, env: Env): string {
  const lines = stderr
    .split('\n')
    .map((line) => messageIn(line.trim()).replace(/^Fatal: /, ''))
    .filter(Boolean)
  const isRetry = (line: string) => line.includes(', retrying after ')
  const final = lines.filter((line) => !isRetry(line))
  // ended while it was trying again: the reason is in the last try
  const said = final.length > 0 ? [...new Set(final)] : lines.slice(-1)
  const words = said.join(' ').replace(/\p{C}/gu, ' ')
  return secretsOf(env)
    .reduce((rest, secret) => rest.replaceAll(secret, '***'), words)
    .slice(0, 400)
}

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
  const given = Object.entries(resticVariables)
    .filter(([name]) => /KEY|SECRET|TOKEN|PASS|SAS/.test(name))
    .map(([, value]) => value)
  return [...given, inAddress ?? ''].filter((secret) => secret.length >= 4)
}
