import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Logger } from 'pino'
import { checkBeforeOpening } from '#db/boot-check.ts'
import { removeUnfinishedCopies } from '#db/kept-copies.ts'
import { takeLock } from '#db/lock.ts'
import { migrateDatabase } from '#db/migrate.ts'
import { closeDatabase, openDatabase, patience, waitBriefly } from '#db/open.ts'
import { markStopped, markVolume } from '#db/volume.ts'
import type { Deps } from './deps.ts'
import { accessRecorded } from './domain/audit/access-log.ts'
import { verifyKey } from './domain/audit/installation.ts'
import { startImports } from './domain/customers/import-worker.ts'
import { documentLogo } from './domain/documents/company-logo.ts'
import { startDrills } from './domain/drill/schedule.ts'
import { startWebhooks } from './domain/integrations/webhook-worker.ts'
import { startIssuing } from './domain/issuing/worker.ts'
import { startOutbox } from './domain/mailing/worker.ts'
import { backupsOf } from './domain/maintenance/backup-age.ts'
import { startHistoryChecks } from './domain/maintenance/history-check.ts'
import { startMaintenance } from './domain/maintenance/schedule.ts'
import { startSending } from './domain/maintenance/send-copies.ts'
import { startSendingDocuments } from './domain/second-place/worker.ts'
import type { Env } from './env.ts'
import { createPdfService } from './pdf/process/service.ts'
import type { SealKey } from './pdf/seal/sealed-pdf.ts'
import { loadKeys } from './security/keys.ts'
import { createLimits } from './security/limits.ts'
import { createState } from './state.ts'

export type Runtime = {
  deps: Deps
  /** Begins to make the documents that wait: once the server listens, which comes first. */
  makeDocuments: () => void
  /** Begins to stop: no more documents, emails and clean-ups; requests are still answered. */
  drain: () => void
  /** Waits for what is under way, no longer than `patience`, and closes the database in good order. */
  close: (patience?: Promise<void>) => Promise<void>
}

/**
 * Opens everything the process needs, in order: lock, a look at what is there, key, database, migrations, proof of the
 * key, documents, outbox. Throws in plain words, having changed nothing, when the folder is not what it should be.
 */
export function openRuntime(
  env: Env,
  log: Logger,
  {
    migrations,
    pdfChild,
    chainChild,
    backupChild,
    drillChild,
  }: Record<'migrations' | 'pdfChild' | 'chainChild' | 'backupChild' | 'drillChild', string>,
  operatorKey: SealKey | null = null,
): Runtime {
  mkdirSync(env.DATA_DIR, { recursive: true, mode: 0o700 })
  const release = takeLock(env.DATA_DIR)
  for (const folder of [env.DATA_DIR, backupsOf(env)]) removeUnfinishedCopies(folder)
  if (checkBeforeOpening(env.DATA_DIR).readAll)
    log.warn('The last process did not stop in good order: every page was read, all are whole')
  const { keys, made } = loadKeys(env)
  if (made)
    log.warn(`A new key was written to ${made}: move it off the volume and set APP_KEY_FILE`)
  const db = openDatabase(join(env.DATA_DIR, 'countersign.db'), patience)
  const { applied, backup } = migrateDatabase(db, migrations)
  if (applied > 0) log.info({ applied, backup }, 'database migrated')
  verifyKey(db, keys)
  markVolume(env.DATA_DIR, 'running')
  const pdf = createPdfService({
    childPath: pdfChild,
    // after the first answers: starting takes a processor for half a second
    startAfter: 1000,
    log,
    now: Date.now,
  })
  const limits = createLimits(env.RATE_LIMIT_FACTOR)
  let draining = false
  const deps: Deps = {
    env,
    db,
    keys,
    pdf,
    documentLogo: documentLogo(env),
    operatorKey,
    log,
    limits,
    ...createState(),
    draining: () => draining,
    now: Date.now,
  }
  const stopMaintenance = startMaintenance(deps)
  const historyChecks = startHistoryChecks(deps, chainChild)
  const sending = startSending(deps, backupChild)
  const drills = startDrills(deps, { drillChild, migrations })
  waitBriefly(db)
  let issuing: { stop: () => Promise<void> } | null = null
  const outbox = startOutbox(deps)
  const webhooks = startWebhooks(deps)
  const sendingDocuments = startSendingDocuments(deps)
  const imports = startImports(deps)
  let workersStopped: Promise<unknown> | null = null
  function drain() {
    draining = true
    stopMaintenance()
    workersStopped ??= Promise.all([
      issuing?.stop(),
      outbox.stop(),
      webhooks.stop(),
      sendingDocuments.stop(),
      imports.stop(),
      historyChecks.stop(),
      sending.stop(),
      drills.stop(),
    ])
  }
  return {
    deps,
    makeDocuments() {
      if (!draining) issuing ??= startIssuing(deps)
    },
    drain,
    async close(patience) {
      drain()
      const done = Promise.all([workersStopped, pdf.close(), accessRecorded(deps)])
      await (patience ? Promise.race([done, patience]) : done)
      closeDatabase(db)
      markStopped(env.DATA_DIR)
      release()
    },
  }
}
