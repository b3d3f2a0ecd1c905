import { and, count, isNull, min } from 'drizzle-orm'
import { documents } from '#db/schema/documents.ts'
import type { Deps, Store } from '#src/deps.ts'
import { minutes } from '#src/domain/durations.ts'

/** A document is made within seconds: one that waits longer than this needs somebody's attention. */
const soon = minutes(5)

/** How many frozen documents are not sealed yet, and since when the oldest waits; `null` for none. */
export function waitingDocuments({ db }: Store): { documents: number; since: number } | null {
  const waiting = db.orm
    .select({ documents: count(), since: min(documents.frozenAt) })
    .from(documents)
    .where(and(isNull(documents.sealedAt), isNull(documents.erasedAt)))
    .get()
  return waiting && waiting.since !== null
    ? { documents: waiting.documents, since: waiting.since }
    : null
}

/**
 * The same as soon as the oldest waits for too long; `since` is an ISO instant. A server that was down gets that time
 * from its start.
 */
export function lateDocuments(
  deps: Store & Partial<Deps>,
): { documents: number; since: string } | null {
  const waiting = waitingDocuments(deps)
  if (!waiting) return null
  const begun = Math.max(waiting.since, deps.sealing?.since ?? 0)
  if (deps.now() - begun < soon) return null
  return { documents: waiting.documents, since: new Date(waiting.since).toISOString() }
}
