import { and, asc, eq, isNull, or, sql } from 'drizzle-orm'
import { documents } from '#db/schema/documents.ts'
import { jobs } from '#db/schema/jobs.ts'
import { transact } from '#db/transaction.ts'
import type { Deps } from '#src/deps.ts'
import { freeSpace } from '#src/domain/disk-space.ts'
import { minutes, seconds } from '#src/domain/durations.ts'
import {
  backoff,
  isDue,
  isHeld,
  type Job,
  leaseJob,
  release,
  settle,
  wakeJobs,
} from '#src/domain/jobs/jobs.ts'
import type { Queue } from '#src/domain/jobs/loop.ts'
import { clockDoubt } from '#src/domain/maintenance/clock.ts'
import { currentSealKey, waitsForClock } from '#src/domain/sealing/certificates.ts'
import { isSealingPaused } from '#src/domain/sealing/documents.ts'
import { type MadeDocument, makeDocument, type PendingDocument } from './make-document.ts'

/** People wait for a document: the first try after a failure comes soon, and none later than this. */
const pauses = { first: seconds(3), most: minutes(10) }

/** Frozen documents to make and seal, one after the other. */
export function documentQueue(deps: Deps): Queue {
  let prepared = false
  deps.sealing.since = deps.now()
  return {
    name: 'document',
    async turn() {
      // the first start makes the certificate, before there is anything to seal
      if (!prepared && canSeal(deps)) {
        await currentSealKey(deps)
        prepared = true
      }
      return issueNext(deps, Math.random())
    },
  }
}

/**
 * Makes the next document that is due and seals it; false when none is. The row is written once, when the file is whole,
 * so a crash loses nothing. `random` (0 to 1) spreads the tries.
 */
export async function issueNext(deps: Deps, random: number): Promise<boolean> {
  if (!canSeal(deps)) return false
  const job = takeDocument(deps)
  if (!job) return false
  const document = pendingOf(deps, job)
  const about = { document: document.id, kind: document.kind, application: document.application }
  let made: MadeDocument
  try {
    made = await makeDocument(deps, document)
  } catch (error) {
    // a server that stops takes nothing new: the next start makes it
    if (deps.draining()) return false
    const reason = error instanceof Error ? error.message : String(error)
    deps.log.warn({ ...about, reason }, 'a document could not be made')
    await settle(deps, () => putOff(deps, job, random))
    return true
  }
  const isStored = await settle(deps, () => store(deps, job, made))
  const { ms, pdf } = made
  if (isStored) deps.log.info({ ...about, bytes: pdf.length, ms }, 'a document was sealed')
  wakeJobs(deps)
  return true
}

/**
 * Whether there is a certificate to seal with, or one may be made, and room beside what is kept for sign-ins; the
 * dashboard and the health say when not.
 */
function canSeal(deps: Deps): boolean {
  deps.sealing.waitsForClock = waitsForClock(deps, clockDoubt(deps) === null)
  freeSpace(deps)
  return !isSealingPaused(deps)
}

/**
 * Leases the frozen document to make next: one that was tried least, so that failures hold up no other, and of those the
 * first that was signed. A countersigned one carries the signed one, so it comes after it.
 */
function takeDocument(deps: Deps): Job | null {
  const isSignedSealed = sql`exists (select 1 from ${documents} as signed
    where signed.application = ${jobs.application} and signed.kind = 'signed' and signed.pdf is not null)`
  return transact(deps, (deps) => {
    const due = deps.db.orm
      .select({ id: jobs.id })
      .from(jobs)
      .where(and(isDue('document', deps.now()), or(eq(jobs.kind, 'signed'), isSignedSealed)))
      .orderBy(asc(jobs.attempts), asc(jobs.id))
      .limit(1)
      .get()
    return due ? leaseJob(deps, due.id) : null
  })
}

function pendingOf({ db }: Deps, job: Job): PendingDocument {
  const row = db.orm.select().from(documents).where(isDocumentOf(job)).get()
  if (!row) throw new Error(`The document of job ${job.id} is gone`)
  return { ...row, attempts: job.attempts - 1 }
}

const isDocumentOf = ({ document }: Job) => eq(documents.id, document ?? 0)

/** It is never given up. */
function putOff(deps: Deps, job: Job, random: number) {
  const wait = Math.min(backoff(job.attempts, random, pauses.first), pauses.most)
  release(deps, job, wait)
  setTimeout(() => wakeJobs(deps), wait).unref()
}

/** Stores the sealed file and ends the job. Returns false when the document was erased meanwhile, or was sealed already. */
const store = (deps: Deps, job: Job, { ms: _, ...file }: MadeDocument): boolean =>
  transact(deps, (deps) => {
    if (!isHeld(deps, job)) return false
    const { orm } = deps.db
    const stored = orm
      .update(documents)
      .set(file)
      .where(and(isDocumentOf(job), isNull(documents.sealedAt)))
      .run()
    orm.delete(jobs).where(eq(jobs.id, job.id)).run()
    return stored.changes === 1
  })
