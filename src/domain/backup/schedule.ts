import type { Deps } from '#src/deps.ts'
import { minutes } from '#src/domain/calendar.ts'
import { clockDoubt } from '#src/domain/clock.ts'
import { onlyAnswer, runTask } from '#src/domain/command-child.ts'
import { type DrillTask, drillTask, emailFailedDrill, keepDrill } from './drill.ts'
import { type Copy, isCopyDue } from './local-copies.ts'
import {
  type BackupPart,
  isOffSiteBusy,
  keepBackup,
  type OffSiteTask,
  offSiteTask,
} from './off-site.ts'
import { type HeldDrill, isBackupDue, isDrillDue } from './state.ts'

/** Runs the backup tasks that are due. A failure does not stop the others. */
export async function backUpWhenDue(deps: Deps, stopping: AbortSignal) {
  emailFailedDrill(deps)
  // only the server knows how long it has been running, so it decides this for the child
  const mayForget = clockDoubt(deps) === null
  if (isCopyDue(deps))
    await attempt(deps, 'the backup', stopping, () => copyInChild(deps, mayForget, stopping))
  if (isBackupDue(deps))
    await attempt(deps, 'the off-site backup', stopping, () =>
      sendInChild(deps, mayForget, stopping),
    )
  if (isDrillDue(deps))
    await attempt(deps, 'the recovery drill', stopping, () => drillInChild(deps, stopping))
}

const again = minutes(10)

/**
 * Runs a task, unless it failed within the last ten minutes. The failure is remembered in memory, because it may have
 * been impossible to store.
 */
async function attempt(
  { backups: { failedAt }, log, now }: Deps,
  name: string,
  stopping: AbortSignal,
  work: () => Promise<void>,
) {
  const last = failedAt.get(name)
  if (stopping.aborted || (last !== undefined && Math.abs(now() - last) < again)) return
  try {
    await work()
    failedAt.delete(name)
  } catch (err) {
    if (stopping.aborted) return
    // a backup that was started by hand is running
    if (isOffSiteBusy(err)) return log.info(err.message)
    failedAt.set(name, now())
    log.error({ err }, `${name} failed`)
  }
}

/** The task of a child process; `commands/task.ts` says which function does which task. */
export type BackupTask =
  | { name: 'copy'; removesOld: boolean }
  | ({ name: 'off-site' } & OffSiteTask)
  | ({ name: 'drill' } & DrillTask)

async function copyInChild(deps: Deps, removesOld: boolean, stopping: AbortSignal) {
  const task: BackupTask = { name: 'copy', removesOld }
  await runTask<Copy>(deps, task, (copy) => deps.log.info(copy, 'database backed up'), stopping)
}

async function sendInChild(deps: Deps, mayForget: boolean, stopping: AbortSignal) {
  const { log } = deps
  const task: BackupTask = { name: 'off-site', ...offSiteTask(deps, mayForget) }
  const { sent, forgot } = await keepBackup(deps, stopping, (take) =>
    runTask<BackupPart>(deps, task, take, stopping),
  )
  log.info({ id: sent.id, bytes: sent.bytes }, 'the off-site backup was made')
  if (forgot?.reason)
    log.warn({ reason: forgot.reason }, 'old off-site backups could not be forgotten')
}

async function drillInChild(deps: Deps, stopping: AbortSignal) {
  const task: BackupTask = { name: 'drill', ...drillTask(deps) }
  const held = await keepDrill(deps, stopping, () => onlyAnswer<HeldDrill>(deps, task, stopping))
  deps.log.info(held, 'the recovery drill held')
}
