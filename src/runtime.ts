import { mkdirSync } from 'node:fs'
import type { Logger } from 'pino'
import { removeUnfinishedCopies } from '#db/copies.ts'
import { takeLock } from '#db/lock.ts'
import { briefly } from '#db/open.ts'
import { refuseWithoutRights } from '#db/owner.ts'
import { hours, minutes, seconds } from '#src/domain/calendar.ts'
import { createState, type Deps } from './deps.ts'
import { fillSearchTexts } from './domain/applications/search-text.ts'
import { closeAccessLog } from './domain/audit/access-log.ts'
import { lastEventBefore } from './domain/audit/witness.ts'
import { backupsOf } from './domain/backup/local-copies.ts'
import { backUpWhenDue } from './domain/backup/schedule.ts'
import { startOf } from './domain/clock.ts'
import { importQueue } from './domain/customers/import-customers.ts'
import { documentLogo } from './domain/documents/company-logo.ts'
import { documentQueue } from './domain/documents/document-queue.ts'
import { webhookQueue } from './domain/integrations/webhook-delivery.ts'
import { type Queue, type Schedule, startJobs } from './domain/jobs/loop.ts'
import { emailQueue } from './domain/mailing/delivery.ts'
import { cleanUp } from './domain/maintenance/clean-up.ts'
import { followHistory, lostWords, openData } from './domain/maintenance/data-folder.ts'
import { checkAtNight } from './domain/maintenance/history-check.ts'
import { rewriteWhenDue } from './domain/maintenance/rewriting.ts'
import { noteServer } from './domain/maintenance/running-server.ts'
import { registerQueue } from './domain/registers/look-up.ts'
import type { Env } from './env.ts'
import { createPdfService } from './pdf/process/service.ts'
import type { SealKey } from './pdf/seal/seal-key.ts'
import { createLimits } from './security/limits.ts'

export type Runtime = {
  deps: Deps
  /** Loads what the first signature and the first document need. */
  prepare: () => Promise<unknown>
  startJobs: () => void
  /** Starts no more jobs and clean-ups. Requests are still answered. */
  drain: () => void
  close: (timeout?: Promise<void>) => Promise<void>
}

/**
 * Opens the data and everything that works on it. Throws, without changing anything, when the folder is not as it
 * should be.
 */
export function openRuntime(
  env: Env,
  log: Logger,
  { migrations, pdfChild, cli }: Record<'migrations' | 'pdfChild' | 'cli', string>,
  operatorKey: SealKey | null = null,
): Runtime {
  mkdirSync(env.DATA_DIR, { recursive: true, mode: 0o700 })
  refuseWithoutRights(env.DATA_DIR)
  const release = takeLock(env.DATA_DIR)
  for (const folder of [env.DATA_DIR, backupsOf(env)]) removeUnfinishedCopies(folder)
  const opened = openData(env, migrations, Date.now, { holdsLock: true })
  const { newKeyFile, readAll, lost, applied, backup, earlier, close, ...store } = opened
  if (readAll)
    log.warn('The last process did not stop cleanly: every page was checked, and all are sound')
  if (lost) log.error(lostWords(env.APP_TIMEZONE, lost))
  if (newKeyFile)
    log.warn(`A new key was written to ${newKeyFile}: move it off the volume and set APP_KEY_FILE`)
  if (applied > 0) log.info({ applied, backup }, 'database migrated')
  if (earlier.takenIn > 0)
    log.info(
      { documents: earlier.takenIn },
      'the hashes of earlier documents were added to the history',
    )
  for (const document of earlier.refused)
    log.error({ document }, 'no event in the history explains an earlier document')
  const pdf = createPdfService({ childPath: pdfChild, log })
  const limits = createLimits(env.RATE_LIMIT_FACTOR)
  let draining = false
  const { db } = store
  const deps: Deps = {
    ...store,
    pdf,
    cli,
    documentLogo: documentLogo(env),
    operatorKey,
    start: startOf(store, lastEventBefore(db, store.now())),
    log,
    limits,
    ...createState(),
    draining: () => draining,
  }
  followHistory(deps)
  noteServer(deps)
  db.sqlite.pragma(`busy_timeout = ${briefly}`)
  let jobs: { stop: () => Promise<void> } | null = null
  let workersStopped: Promise<unknown> | null = null
  function drain() {
    draining = true
    workersStopped ??= jobs?.stop() ?? Promise.resolve()
  }
  return {
    deps,
    // loading these libraries later would hold up every request
    prepare: () => Promise.all([pdf.ready, import('./pdf/seal/seal-pdf.ts')]),
    startJobs() {
      if (!draining) jobs ??= startJobs(deps, { queues: queues(deps), schedules })
    },
    drain,
    async close(timeout) {
      drain()
      const done = Promise.all([workersStopped, pdf.close(), closeAccessLog(deps)])
      await (timeout ? Promise.race([done, timeout]) : done)
      opened.close()
      release()
    },
  }
}

export const queues = (deps: Deps): Queue[] => [
  documentQueue(deps),
  importQueue(deps),
  ...(deps.env.SEND_NOTHING ? [] : [emailQueue(deps), webhookQueue(deps), registerQueue(deps)]),
]

export const schedules: Schedule[] = [
  {
    name: 'search texts',
    first: 0,
    every: hours(1),
    run: fillSearchTexts,
  },
  // this only saves space, because expired rows are refused anyway
  {
    name: 'clean-up',
    first: seconds(2),
    every: hours(1),
    run: cleanUp,
  },
  {
    name: 'rewriting of the file',
    first: minutes(1),
    every: minutes(5),
    run: rewriteWhenDue,
  },
  {
    name: 'backups',
    first: minutes(1),
    every: minutes(1),
    run: backUpWhenDue,
  },
  {
    name: 'nightly check',
    first: minutes(10),
    every: hours(1),
    run: checkAtNight,
  },
]
