import { and, asc, desc, eq, gt, isNull, lte, or, sql } from 'drizzle-orm'
import { documents } from '#db/schema/documents.ts'
import type { Deps } from '#src/deps.ts'
import { hours, minutes } from '#src/domain/durations.ts'
import { backoff } from '#src/domain/outbox/queue.ts'

export type PendingDocument = typeof documents.$inferSelect

/** What a sealed document has beside what was frozen. */
export type SealedFile = {
  pdf: Buffer
  sha256: string
  /** The fingerprint of the certificate that sealed it. */
  certificate: string
  sealedAt: number
  timestampedAt: number | null
}

/** Longer than any wait between two tries. */
const longestWait = hours(2)

/** The longest time between two tries: people wait for it. */
const mostBetween = minutes(10)

/**
 * The frozen document to make next: the newest of those that were tried least. A countersigned one carries the signed
 * one, so it comes after it.
 */
export function nextPending({ db, now }: Pick<Deps, 'db' | 'now'>): PendingDocument | null {
  const at = now()
  // further ahead than any wait: it was written under a clock that has been set back since
  const isDue = or(lte(documents.nextAt, at), gt(documents.nextAt, at + longestWait))
  const isSignedSealed = sql`exists (select 1 from ${documents} as signed
    where signed.application = ${documents}.application and signed.kind = 'signed' and signed.pdf is not null)`
  return (
    db.orm
      .select()
      .from(documents)
      .where(and(isPending, isDue, or(eq(documents.kind, 'signed'), isSignedSealed)))
      .orderBy(asc(documents.attempts), desc(documents.id))
      .limit(1)
      .get() ?? null
  )
}

/** Stores the sealed file. Returns false when the document was erased meanwhile, or made by another process. */
export const markSealed = (
  { db }: Pick<Deps, 'db'>,
  { id }: PendingDocument,
  { pdf, sha256, certificate, sealedAt, timestampedAt }: SealedFile,
): boolean =>
  db.orm
    .update(documents)
    .set({ pdf, sha256, certificate, sealedAt, timestampedAt })
    .where(and(eq(documents.id, id), isPending))
    .run().changes === 1

/** Puts a document off: 30 seconds, doubling up to 10 minutes. It is never given up. */
export function markFailed({ db, now }: Deps, { id, attempts }: PendingDocument, random: number) {
  const wait = Math.min(backoff(attempts + 1, random), mostBetween)
  db.orm
    .update(documents)
    .set({ attempts: attempts + 1, nextAt: now() + wait })
    .where(and(eq(documents.id, id), isPending))
    .run()
}

const isPending = and(isNull(documents.sealedAt), isNull(documents.erasedAt))
