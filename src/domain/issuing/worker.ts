import { isBusy, transactSoon, writeSoon } from '#db/write-lock.ts'
import type { Deps } from '#src/deps.ts'
import { seconds } from '#src/domain/durations.ts'
import { enqueueDocument } from '#src/domain/outbox/document-queue.ts'
import { wakeOutbox } from '#src/domain/outbox/enqueue.ts'
import { currentSealKey } from '#src/domain/sealing/certificates.ts'
import { onFrozen } from '#src/domain/sealing/freeze.ts'
import { startLoop } from '#src/domain/work-loop.ts'
import { type MadeDocument, makeDocument } from './make-document.ts'
import { markFailed, markSealed, nextPending, type PendingDocument } from './pending.ts'

/** How long the document under way may take at the end; the next start makes it again. */
const patienceAtEnd = seconds(4)

/**
 * Starts the one worker that makes and seals frozen documents: woken by every commit that leaves one, and every 15
 * seconds. `stop` ends it after the document that is under way.
 */
export function startIssuing(deps: Deps): { stop: () => Promise<void> } {
  let prepared = false
  deps.sealing.since = deps.now()
  const loop = startLoop(deps, takeTurn, 'the documents could not be made')
  const leave = onFrozen(deps, loop.wake)
  return {
    async stop() {
      leave()
      await loop.stop(patienceAtEnd)
    },
  }

  async function takeTurn(): Promise<boolean> {
    // the first start makes the certificate, before there is anything to seal
    if (!prepared) await currentSealKey(deps)
    prepared = true
    return issueNext(deps, Math.random())
  }
}

/**
 * Makes the next document that is due and seals it; false when none is. The row is written once, when the file is whole,
 * so a crash loses nothing. `random` (0 to 1) spreads the tries.
 */
export async function issueNext(deps: Deps, random: number): Promise<boolean> {
  const pending = nextPending(deps)
  if (!pending) return false
  const about = { document: pending.id, kind: pending.kind, application: pending.application }
  let made: MadeDocument
  try {
    made = await makeDocument(deps, pending)
  } catch (error) {
    // a server that stops takes nothing new: the next start makes it
    if (deps.draining()) return false
    const reason = error instanceof Error ? error.message : String(error)
    deps.log.warn({ ...about, reason }, 'a document could not be made')
    await writeSoon(deps.db, () => markFailed(deps, pending, random))
    return true
  }
  const stored = await store(deps, pending, made)
  const { ms, pdf } = made
  if (stored) deps.log.info({ ...about, bytes: pdf.length, ms }, 'a document was sealed')
  wakeOutbox(deps)
  return true
}

/** Waits as long as another process writes: what is made already is not made again. */
async function store(deps: Deps, pending: PendingDocument, made: MadeDocument): Promise<boolean> {
  for (;;) {
    try {
      return await transactSoon(deps, (deps) => {
        const isStored = markSealed(deps, pending, made)
        if (isStored) enqueueDocument(deps, pending)
        return isStored
      })
    } catch (error) {
      if (!isBusy(error) || deps.draining()) throw error
    }
  }
}
