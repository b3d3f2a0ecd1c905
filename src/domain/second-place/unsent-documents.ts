import { asc, count, eq, min } from 'drizzle-orm'
import { documents } from '#db/schema/documents.ts'
import { outbox } from '#db/schema/mail.ts'
import { transact } from '#db/transaction.ts'
import type { Deps } from '#src/deps.ts'
import type { Admin } from '#src/domain/actor.ts'
import { recordEvent } from '#src/domain/audit/events.ts'
import { minutes } from '#src/domain/durations.ts'
import { isUnsent, releaseDocuments, rowKinds } from '#src/domain/outbox/document-queue.ts'
import { wakeOutbox } from '#src/domain/outbox/enqueue.ts'

/** A document is there within seconds: one that waits longer than this needs somebody's attention. */
const soon = minutes(15)

/** A document that is not at the second place yet, or one that is still to be removed there. Times are UTC milliseconds. */
export type UnsentDocument = {
  /** For `resendRow` and `discardRow` with the channel 'second-place'. */
  id: number
  /** What has not happened: the sending, or the removal of an erased one. */
  task: 'send' | 'remove'
  /** The application's reference; `null` for a removal. */
  application: string | null
  kind: 'signed' | 'countersigned' | null
  /** 'dead' is given up after 48 hours; 'leased' is under way. */
  state: 'waiting' | 'leased' | 'dead'
  since: number
  attempts: number
  nextAt: number
  /** What the second place said, in words; `null` before the first failure. */
  reason: string | null
}

export type UnsentDocuments = {
  /** The oldest ones. */
  listed: UnsentDocument[]
  waiting: number
  dead: number
  /** Since when the oldest waits; `null` for none. */
  since: number | null
}

/** What has not reached the second place yet. */
export function unsentDocuments({ db }: Pick<Deps, 'db'>, atMost = 100): UnsentDocuments {
  const { id, application, state, createdAt, attempts, nextAt, lastReason } = outbox
  const listed = db.orm
    .select({
      ...{ id, task: outbox.kind, application, kind: documents.kind, state },
      ...{ since: createdAt, attempts, nextAt, reason: lastReason },
    })
    .from(outbox)
    .leftJoin(documents, eq(documents.id, outbox.document))
    .where(isUnsent)
    .orderBy(asc(outbox.id))
    .limit(atMost)
    .all()
  const counts = db.orm
    .select({ state, rows: count(), since: min(createdAt) })
    .from(outbox)
    .where(isUnsent)
    .groupBy(state)
    .all()
  const dead = counts.find(({ state }) => state === 'dead')?.rows ?? 0
  const all = counts.reduce((sum, { rows }) => sum + rows, 0)
  const oldest = Math.min(...counts.map(({ since }) => since ?? Number.POSITIVE_INFINITY))
  return {
    listed: listed.map((row) => ({
      ...row,
      task: row.task === rowKinds.remove ? 'remove' : 'send',
      state: row.state as UnsentDocument['state'],
    })),
    waiting: all - dead,
    dead,
    since: counts.length > 0 ? oldest : null,
  }
}

/** Set as soon as one waits for too long or was given up, while there is a second place; `since` is an ISO instant. */
export function lateDocumentsAtSecondPlace(
  deps: Pick<Deps, 'db' | 'env' | 'now'>,
): { documents: number; since: string } | null {
  if (!deps.env.BACKUP_TARGET) return null
  const { waiting, dead, since } = unsentDocuments(deps, 0)
  if (since === null || (dead === 0 && deps.now() - since < soon)) return null
  return { documents: waiting + dead, since: new Date(since).toISOString() }
}

/** "Resend all": everything that failed is tried at once, with its 48 hours before it again. Returns how many. */
export function resendAllDocuments(deps: Deps, admin: Admin): number {
  const released = transact(deps, (deps) => {
    const released = releaseDocuments(deps)
    if (released > 0) recordEvent(deps, admin, { action: 'document copies resent' })
    return released
  })
  wakeOutbox(deps, true)
  return released
}
