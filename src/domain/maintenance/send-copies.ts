import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { backupDatabase, copying } from '#db/backup.ts'
import { freeBytes } from '#db/free-space.ts'
import type { Deps } from '#src/deps.ts'
import { mebibytes, spaceLimits } from '#src/domain/applications/disk-space.ts'
import { hours, minutes } from '#src/domain/durations.ts'
import type { Env } from '#src/env.ts'
import { backupsOf, oldestGoodCopy } from './backup-age.ts'
import { judgeClock } from './clock.ts'
import { dueCopy } from './due-copy.ts'
import { lastMadeAt, noteTarget, secondPlace } from './second-place.ts'
import { sendToSecondPlace } from './send-to-second-place.ts'
import { settleDocuments } from './settle-documents.ts'
import { isUnused } from './unused.ts'

type Store = Pick<Deps, 'db' | 'env' | 'log' | 'now' | 'draining'>

/** Looks that are left out after a failure. */
const pause = 9

/**
 * Looks every minute whether a copy has to go to the second place, after a failure every ten. `stop` ends what is under
 * way: a copy goes after the next start.
 */
export function startSending(deps: Store, childPath: string): { stop: () => Promise<void> } {
  const stopping = new AbortController()
  let running: Promise<unknown> | null = null
  let leftOut = 0
  prepare(deps)
  const timer = setInterval(() => {
    if (leftOut > 0) leftOut -= 1
    else
      running ??= sendWhenDue(deps, childPath, stopping.signal)
        .then((failed) => {
          if (failed) leftOut = pause
        })
        .finally(() => {
          running = null
        })
  }, minutes(1))
  timer.unref()
  return {
    async stop() {
      clearInterval(timer)
      stopping.abort()
      await running
    },
  }
}

/** Removes what a kill left, and keeps since when the target is in use. */
function prepare({ db, env, log, now }: Store) {
  rm(sendingOf(env), { recursive: true, force: true }).catch((err) =>
    log.error({ err }, 'an unfinished backup could not be removed'),
  )
  try {
    if (!isUnused({ db })) noteTarget(env, now())
    else if (env.BACKUP_TARGET)
      log.info('nothing goes to the second place until somebody has signed in or applied')
  } catch (err) {
    log.error({ err }, 'the second place could not be noted')
  }
}

/**
 * Sends a copy if one is due, but none of an unused database (rule 426). Returns true when that failed; the reason is
 * logged and kept, and copies beside the database stay as they are.
 */
export async function sendWhenDue(
  deps: Store,
  childPath: string,
  stopping: AbortSignal,
): Promise<boolean> {
  const { env, db, log, now } = deps
  const { BACKUP_TARGET } = env
  const known = secondPlace(env)
  if (!BACKUP_TARGET || !known || deps.draining()) return false
  try {
    if (isUnused(deps)) return false
    noteTarget(env, now())
    const due = dueCopy(deps, known)
    if (!due) return false
    let path = ''
    const copy = async () => {
      path = due.local ?? (await freshCopy(deps, stopping))
      return path
    }
    const task = { copy, now, removeOld: judgeClock(db, now()).believable }
    const sent = await sendToSecondPlace({ ...env, BACKUP_TARGET }, childPath, task, stopping)
    log.info(sent, 'the backup is at the second place')
    await settleDocuments(deps, path)
    if (sent.notRemoved)
      log.warn({ reason: sent.notRemoved }, 'old backups at the second place could not be removed')
    return false
  } catch (err) {
    if (stopping.aborted) return false
    log.error({ err }, 'the backup did not reach the second place')
    return true
  } finally {
    await rm(sendingOf(env), { recursive: true, force: true })
  }
}

/**
 * Returns `null` while a copy of the last hours is at the second place. Otherwise when the last one arrived, as an ISO
 * instant; `last` is `null` for never.
 */
export function lateAtSecondPlace({
  env,
  now,
}: Pick<Deps, 'env' | 'now'>): { last: string | null } | null {
  const known = secondPlace(env)
  if (!known) return null
  const { sent, since, failed } = known
  const oldest = Math.max(oldestGoodCopy, 2 * minutes(env.BACKUP_EVERY_MINUTES))
  const late = sent
    ? now() - lastMadeAt(known, now()) > oldest
    : since !== null && now() - since > hours(1)
  if (!failed && !late) return null
  return { last: sent && new Date(sent.at).toISOString() }
}

/** A copy for the second place alone. New applications are not refused because of it. */
async function freshCopy({ db, env, now }: Store, stopping: AbortSignal) {
  const size = ['page_count', 'page_size']
    .map((name) => Number(db.sqlite.pragma(name, { simple: true })))
    .reduce((product, factor) => product * factor)
  const missing = size + spaceLimits.refuse - freeBytes(env.DATA_DIR)
  if (missing > 0)
    throw new Error(
      `${Math.ceil(missing / mebibytes(1))} MiB more have to be free in ${env.DATA_DIR} for a backup`,
    )
  return backupDatabase(db, sendingOf(env), now(), () => {
    stopping.throwIfAborted()
    return copying.inPieces
  })
}

const sendingOf = (env: Pick<Env, 'DATA_DIR'>) => join(backupsOf(env), 'sending')
