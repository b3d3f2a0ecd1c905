import { setTimeout } from 'node:timers/promises'
import {
  and,
  count,
  desc,
  eq,
  getTableColumns,
  gt,
  isNotNull,
  isNull,
  min,
  notInArray,
  type SQL,
} from 'drizzle-orm'
import { documents } from '#db/schema/documents.ts'
import { jobs } from '#db/schema/jobs.ts'
import type { Writing } from '#db/transaction.ts'
import type { Deps, Store } from '#src/deps.ts'
import { minutes } from '#src/domain/calendar.ts'
import { Refusal, refusals } from '#src/domain/refusal.ts'

export type DocumentKind = 'signed' | 'countersigned'

export type IssuedDocument = Omit<typeof documents.$inferSelect, 'data' | 'signature' | 'pdf'>

export const documentOf = (
  { db }: Store,
  application: string,
  kind: DocumentKind,
): IssuedDocument | null =>
  db.orm
    .select(facts)
    .from(documents)
    .where(ofApplication(application, eq(documents.kind, kind)))
    .orderBy(desc(documents.frozenAt), desc(documents.id))
    .get() ?? null

export const documentsOf = ({ db }: Store, application: string): IssuedDocument[] =>
  db.orm.select(facts).from(documents).where(ofApplication(application)).orderBy(documents.id).all()

export const documentKindsOf = (deps: Store, { id }: { id: string }): DocumentKind[] => [
  ...new Set(documentsOf(deps, id).map(({ kind }) => kind)),
]

/** In milliseconds. */
const wait = { most: 8000, between: 100 }

/**
 * Waits for a document that is being made, and returns its file. Refuses 'unknown' when there is no such document, and
 * 'unavailable' when it is not ready in time.
 */
export async function issuedFileSoon(
  deps: Deps,
  { id }: { id: string },
  kind: DocumentKind,
): Promise<Buffer> {
  const end = performance.now() + wait.most
  for (;;) {
    const document = documentOf(deps, id, kind)
    if (!document) throw new Refusal('unknown', refusals.noDocument[kind])
    const stored = deps.db.orm
      .select({ pdf: documents.pdf })
      .from(documents)
      .where(eq(documents.id, document.id))
      .get()
    if (stored?.pdf) return stored.pdf
    const isComing = deps.sealing.since !== null && !isSealingPaused(deps) && !deps.draining()
    if (!isComing || performance.now() > end)
      throw new Refusal('unavailable', refusals.documentPending, {
        retryAfter: 5,
        code: 'pending',
      })
    await setTimeout(wait.between)
  }
}

export const isSealingPaused = ({ sealing, disk }: Deps) => sealing.waitsForClock || disk.isFull

const { data: _, signature: __, pdf: ___, ...facts } = getTableColumns(documents)

const ofApplication = (application: string, more?: SQL) =>
  and(eq(documents.application, application), isNull(documents.erasedAt), more)

const soon = minutes(5)

export function waitingDocuments(
  { db }: Store,
  more?: SQL,
): { documents: number; since: number } | null {
  const waiting = db.orm
    .select({ documents: count(), since: min(documents.frozenAt) })
    .from(documents)
    .where(and(isNull(documents.sealedAt), isNull(documents.erasedAt), more))
    .get()
  return waiting?.since ? { documents: waiting.documents, since: waiting.since } : null
}

/**
 * Returns how many documents have waited too long for their seal, or `null`. The wait does not begin before the server
 * starts, nor before the time for which the job is planned, as in the demo.
 */
export function lateDocuments(
  deps: Store & Partial<Deps>,
): { documents: number; since: string } | null {
  const planned = deps.db.orm
    .select({ document: jobs.document })
    .from(jobs)
    .where(
      and(
        eq(jobs.queue, 'document'),
        eq(jobs.state, 'waiting'),
        gt(jobs.nextAt, deps.now() - soon),
        eq(jobs.attempts, 0),
        isNotNull(jobs.document),
      ),
    )
  const waiting = waitingDocuments(deps, notInArray(documents.id, planned))
  if (!waiting) return null
  const begun = Math.max(waiting.since, deps.sealing?.since ?? 0)
  if (deps.now() - begun < soon) return null
  return { documents: waiting.documents, since: new Date(waiting.since).toISOString() }
}

/** Returns the documents that will never be sealed, because they are not what was signed or decided. */
export const refusedDocuments = ({ db }: Store) =>
  db.orm
    .select({ kind: jobs.kind, application: jobs.application, reason: jobs.lastReason })
    .from(jobs)
    .where(and(eq(jobs.queue, 'document'), eq(jobs.state, 'dead')))
    .orderBy(jobs.id)
    .all()
    .map(
      ({ kind, application, reason }) =>
        `${kind} document of ${application} was not sealed: ${reason}`,
    )

/**
 * Erases the content of an application's documents, but keeps hash, kind and times. Call it in the transaction that
 * removes the application, after its row is gone.
 */
export function eraseDocuments({ db, now }: Writing<Store>, application: string) {
  db.orm
    .delete(documents)
    .where(and(eq(documents.application, application), isNull(documents.sealedAt)))
    .run()
  db.orm
    .update(documents)
    .set({ data: null, pdf: null, signature: null, erasedAt: now() })
    .where(ofApplication(application))
    .run()
}
