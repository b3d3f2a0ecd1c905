import { statSync } from 'node:fs'
import { join } from 'node:path'
import type { Logger } from 'pino'
import { backupDatabase, copiesIn, removeOldCopies, removeUnfinishedCopies } from '#db/copies.ts'
import type { Deps, Store } from '#src/deps.ts'
import { hours, minutes } from '#src/domain/calendar.ts'
import { clockDoubt } from '#src/domain/clock.ts'
import { runCommand } from '#src/domain/command-child.ts'
import { requireSpaceForCopy } from '#src/domain/disk-space.ts'
import type { Env } from '#src/env.ts'
import { type CheckCopy, emailFailedDrill, runDrill } from './drill.ts'
import { backUpOffSite, OffSiteBusy } from './off-site.ts'
import { isBackupDue, isDrillDue } from './state.ts'

const copyAgain = minutes(10)

export async function backUpWhenDue(deps: Deps, stopping: AbortSignal) {
  const { backups, now } = deps
  emailFailedDrill(deps)
  const isDue =
    (now() >= backups.noCopyUntil && isCopyDue(deps)) || isBackupDue(deps) || isDrillDue(deps)
  if (!isDue) return
  // the server knows how long it has run, and its child does not
  const forget = clockDoubt(deps) ? [] : ['--forget']
  const isDone = await runCommand(deps, ['backup', '--due', ...forget], stopping)
  backups.noCopyUntil = isDone ? 0 : now() + copyAgain
}

/** A failure keeps none of the others from being done. Returns false after one. */
export async function runDue(
  deps: Store,
  log: Logger,
  check: CheckCopy,
  stopping: AbortSignal,
  mayForget: boolean,
): Promise<boolean> {
  const steps: Record<string, () => Promise<void>> = {
    async 'the backup'() {
      if (isCopyDue(deps)) log.info(await copyWhenDue(deps, mayForget), 'database backed up')
    },
    async 'the off-site backup'() {
      if (!isBackupDue(deps)) return
      const { sent, forgot } = await backUpOffSite(deps, stopping, { mayForget })
      log.info({ id: sent.id, bytes: sent.bytes }, 'the off-site backup was made')
      if (forgot?.reason)
        log.warn({ reason: forgot.reason }, 'old off-site backups could not be forgotten')
    },
    async 'the recovery drill'() {
      if (isDrillDue(deps))
        log.info(await runDrill(deps, check, stopping), 'the recovery drill held')
    },
  }
  let isDone = true
  for (const [name, step] of Object.entries(steps)) {
    if (stopping.aborted) return true
    await step().catch((err) => {
      if (stopping.aborted) return
      if (err instanceof OffSiteBusy) return log.info(err.message)
      isDone = false
      log.error({ err }, `${name} failed`)
    })
  }
  return isDone
}

export const oldestGoodCopy = hours(24)

export const backupsOf = ({ DATA_DIR }: Pick<Env, 'DATA_DIR'>) => join(DATA_DIR, 'backups')

const isCopyDue = ({ env, now }: Store): boolean =>
  now() - copiesIn(backupsOf(env), now()).newest >= hours(6) - minutes(5)

export async function copyWhenDue(
  deps: Store,
  mayForget: boolean,
): Promise<{ path: string | null; removed: number }> {
  const { db, env, now } = deps
  const folder = backupsOf(env)
  removeUnfinishedCopies(folder)
  let path: string | null = null
  if (isCopyDue(deps)) {
    requireSpaceForCopy(deps)
    path = await backupDatabase(db, folder, now())
  }
  const removed = mayForget ? removeOldCopies(folder, now()) : 0
  return { path, removed }
}

export function localBackups({ env, now, log }: Deps): { count: number; newest: string | null } {
  try {
    const { count, newest } = copiesIn(backupsOf(env), now())
    return { count, newest: newest === 0 ? null : new Date(newest).toISOString() }
  } catch (err) {
    log.error({ err }, 'the copies cannot be read')
    return { count: 0, newest: null }
  }
}

export function lateBackup(deps: Deps): { last: string | null } | null {
  const { newest } = localBackups(deps)
  // 0 where the file system does not keep it
  const since = newest ? Date.parse(newest) : statSync(deps.db.path).birthtimeMs || deps.now()
  return deps.now() - since <= oldestGoodCopy ? null : { last: newest }
}
