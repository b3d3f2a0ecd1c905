import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { copiesIn, keptCopies } from '#db/kept-copies.ts'
import type { Deps } from '#src/deps.ts'
import { minutes } from '#src/domain/durations.ts'
import { backupsOf, oldestGoodCopy } from './backup-age.ts'
import { judgeClock } from './clock.ts'
import { secondPlace, sendToSecondPlace } from './second-place.ts'

type Store = Pick<Deps, 'db' | 'env' | 'log' | 'now'>

/**
 * Looks every ten minutes for a copy that has not reached the second place. `stop` ends what is under way: the copy goes
 * again after the next start.
 */
export function startSending(deps: Store, childPath: string): { stop: () => Promise<void> } {
  const stopping = new AbortController()
  let running: Promise<unknown> | null = null
  const run = () => {
    running ??= sendNewest(deps, childPath, stopping.signal).finally(() => {
      running = null
    })
  }
  const timers = deps.env.BACKUP_TARGET
    ? [setTimeout(run, minutes(6)), setInterval(run, minutes(10))]
    : []
  for (const timer of timers) timer.unref()
  return {
    async stop() {
      timers.forEach(clearInterval)
      stopping.abort()
      await running
    },
  }
}

/** Sends the newest copy unless it is there. A failure is logged and kept; the local copy is only read. */
export async function sendNewest(deps: Store, childPath: string, stopping: AbortSignal) {
  const { env, db, log, now } = deps
  const { BACKUP_TARGET } = env
  if (!BACKUP_TARGET) return
  try {
    const folder = backupsOf(env)
    const newest = newestCopy(folder, now())
    if (!newest || newest === secondPlace(env)?.sent?.copy) return
    const task = { copy: join(folder, newest), now, removeOld: judgeClock(db, now()).believable }
    const sent = await sendToSecondPlace({ ...env, BACKUP_TARGET }, childPath, task, stopping)
    log.info(sent, 'the backup is at the second place')
    if (sent.notRemoved)
      log.warn({ reason: sent.notRemoved }, 'old backups at the second place could not be removed')
  } catch (err) {
    if (!stopping.aborted) log.error({ err }, 'the backup did not reach the second place')
  }
}

/**
 * Returns `null` while the newest copy is at the second place, or on its way. Otherwise when the last one arrived, as an
 * ISO instant; `last` is `null` for never.
 */
export function lateAtSecondPlace({
  env,
  now,
}: Pick<Deps, 'env' | 'now'>): { last: string | null } | null {
  const known = secondPlace(env)
  if (!known) return null
  const { newest } = copiesIn(backupsOf(env), now())
  const late = known.sent ? newest - known.sent.at > oldestGoodCopy : now() - newest > minutes(60)
  if (!known.failed && !(newest && late)) return null
  return { last: known.sent && new Date(known.sent.at).toISOString() }
}

/** The newest copy that has its manifest, which is written last. */
const newestCopy = (folder: string, now: number) =>
  keptCopies(folder).findLast(
    ({ name, madeAt }) =>
      name.startsWith('countersign-') &&
      madeAt <= now &&
      existsSync(join(folder, `${name}.sha256`)),
  )?.name
