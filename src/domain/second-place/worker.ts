import { setTimeout as sleep } from 'node:timers/promises'
import { whenWritable } from '#db/write-lock.ts'
import type { Deps } from '#src/deps.ts'
import { openPlace } from '#src/domain/backup-target/open-place.ts'
import { minutes, seconds } from '#src/domain/durations.ts'
import { placeOptions } from '#src/domain/maintenance/second-place.ts'
import { reclaimDocuments, takeDocument } from '#src/domain/outbox/document-queue.ts'
import { onEmails } from '#src/domain/outbox/enqueue.ts'
import type { OutboxRow } from '#src/domain/outbox/queue.ts'
import { startLoop } from '#src/domain/work-loop.ts'
import type { BackupTarget } from '#src/security/backup-target.ts'
import { sendDocument } from './send-document.ts'

/** How long one document may take: 20 MB on a slow line. */
const longest = minutes(10)

/** How long what is under way may take at the end; then it is broken off, and goes again at the next start. */
const patienceAtEnd = seconds(4)

/** A folder that hangs, as a network mount may, must not take more than one of the few threads for files. */
const atOnce = { folder: 1, s3: 4 } as const

/**
 * Starts sending sealed documents to the second place, several at a time to S3. Woken with the outbox. Without a second
 * place, what waits goes on waiting.
 */
export function startSendingDocuments(deps: Deps): { stop: () => Promise<void> } {
  const target = deps.env.BACKUP_TARGET
  return target ? start(deps, target) : { stop: async () => {} }
}

function start(deps: Deps, target: BackupTarget): { stop: () => Promise<void> } {
  const underWay = new Map<number, { row: OutboxRow; ended: Promise<void> }>()
  const stopping = new AbortController()
  let isReclaimed = false
  let swept: Promise<void> | null = null
  const loop = startLoop(deps, beginDue, 'documents for the second place could not be looked for')
  const leave = onEmails(deps, loop.wake)
  return {
    async stop() {
      leave()
      await loop.stop(seconds(1))
      const ended = Promise.all([...underWay.values()].map(({ ended }) => ended))
      await Promise.race([ended, sleep(patienceAtEnd, null, { ref: false })])
      stopping.abort()
      await Promise.race([ended, sleep(seconds(1), null, { ref: false })])
    },
  }

  async function beginDue(): Promise<boolean> {
    if (underWay.size >= atOnce[target.kind]) return false
    await whenWritable(deps.db)
    if (!isReclaimed) reclaimDocuments(deps)
    isReclaimed = true
    const rows = [...underWay.values()].map(({ row }) => row)
    const row = takeDocument(deps, {
      documents: rows.flatMap(({ document }) => document ?? []),
      applications: rows.flatMap(({ application }) => application ?? []),
    })
    if (!row) return false
    const ended = begin(row)
      .catch((err) => deps.log.error({ err, row: row.id }, 'a document was not concluded'))
      .then(() => {
        underWay.delete(row.id)
        loop.wake()
      })
    underWay.set(row.id, { row, ended })
    return true
  }

  async function begin(row: OutboxRow) {
    // only S3 can be broken off
    const signal = AbortSignal.any([stopping.signal, AbortSignal.timeout(longest)])
    const place = openPlace({ ...placeOptions(deps.env, target), signal })
    // what a killed process left, before anything new is begun
    swept ??= place.removeUnfinished('document-').catch(() => {
      swept = null
    })
    await swept
    await sendDocument(deps, place, row, stopping.signal)
  }
}
