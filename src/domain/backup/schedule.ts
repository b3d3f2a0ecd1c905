import type { Logger } from 'pino'
import type { Deps, Store } from '#src/deps.ts'
import { runCommand } from '#src/domain/command-child.ts'
import { minutes } from '#src/domain/durations.ts'
import { runDrill, tellOfFailedDrill } from './drill.ts'
import { copyWhenDue, isCopyDue } from './local.ts'
import { backUpOffSite, OffSiteBusy } from './run.ts'
import { isBackupDue, isDrillDue } from './state.ts'

/** After a failure a copy beside the database is tried again; the others keep when they failed. */
const copyAgain = minutes(10)

/**
 * Looks what is due: a copy beside the database, an off-site backup, a drill. The command line does it, in a process of
 * its own.
 */
export async function backUpWhenDue(deps: Deps, stopping: AbortSignal) {
  const { backups, now } = deps
  tellOfFailedDrill(deps)
  const isDue =
    (now() >= backups.noCopyUntil && isCopyDue(deps)) || isBackupDue(deps) || isDrillDue(deps)
  if (!isDue) return
  const isDone = await runCommand(deps, ['backup', '--due'], stopping)
  backups.noCopyUntil = isDone ? 0 : now() + copyAgain
}

/** Does what is due, one after the other; a failure is logged and keeps none of the others. Returns false after one. */
export async function runDue(deps: Store, log: Logger, stopping: AbortSignal): Promise<boolean> {
  const steps: Record<string, () => Promise<void>> = {
    async 'the backup'() {
      if (isCopyDue(deps)) log.info(await copyWhenDue(deps), 'database backed up')
    },
    async 'the off-site backup'() {
      if (!isBackupDue(deps)) return
      const { sent, forgot } = await backUpOffSite(deps, stopping)
      log.info({ id: sent.id, bytes: sent.bytes }, 'the off-site backup was made')
      if (forgot?.reason)
        log.warn({ reason: forgot.reason }, 'old off-site backups could not be forgotten')
    },
    async 'the recovery drill'() {
      if (isDrillDue(deps)) log.info(await runDrill(deps, stopping), 'the recovery drill held')
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
