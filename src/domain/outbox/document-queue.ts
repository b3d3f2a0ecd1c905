import { and, asc, eq, gt, inArray, isNotNull, isNull, lt, notInArray, or } from 'drizzle-orm'
import { documents } from '#db/schema/documents.ts'
import { outbox } from '#db/schema/mail.ts'
import { transact, type Writing } from '#db/transaction.ts'
import type { Deps } from '#src/deps.ts'
import { days } from '#src/domain/durations.ts'
import { isOver, lease, leaseRow, longestWait, type OutboxRow } from './queue.ts'

export const isForSecondPlace = eq(outbox.channel, 'second-place')

/** Files are removed there after 37 days, with the next copy that arrives. */
const mayBeThere = days(40)

/** A sealed document goes there, or what is there is removed. */
export const rowKinds = { put: 'document', remove: 'remove document' } as const

/**
 * Lets a sealed document go to the second place, if there is one, inside the transaction that stores it. The caller
 * wakes the outbox.
 */
export function enqueueDocument(
  { db, env, now }: Writing<Pick<Deps, 'db' | 'env' | 'now'>>,
  document: { id: number; application: string },
) {
  if (!env.BACKUP_TARGET) return
  db.orm
    .insert(outbox)
    .values({
      ...rowOf(rowKinds.put, document.id, now()),
      application: document.application,
    })
    .onConflictDoNothing()
    .run()
}

/** Has removed what an application has at the second place, inside the transaction that erases it and before its rows go. */
export function enqueueRemovals(
  deps: Writing<Pick<Deps, 'db' | 'env' | 'now'>>,
  application: string,
) {
  const { db, now } = deps
  for (const document of documentsThere(deps, application))
    db.orm
      .insert(outbox)
      .values(rowOf(rowKinds.remove, document, now()))
      .onConflictDoNothing()
      .run()
}

/**
 * Documents that have a row, and recent ones without: an import on a new machine, before the second place is set, brings
 * back documents that are there.
 */
function documentsThere(
  { db, env, now }: Writing<Pick<Deps, 'db' | 'env' | 'now'>>,
  application: string,
): Set<number> {
  const { id, sealedAt } = documents
  const sent = db.orm
    .select({ id: outbox.document })
    .from(outbox)
    .where(and(eq(outbox.application, application), isForSecondPlace, isNotNull(outbox.document)))
    .all()
  const recent = db.orm
    .select({ id })
    .from(documents)
    .where(and(eq(documents.application, application), gt(sealedAt, now() - mayBeThere)))
    .all()
  return new Set([...sent, ...(env.BACKUP_TARGET ? recent : [])].flatMap(({ id }) => id ?? []))
}

const rowOf = (kind: string, document: number, at: number) => ({
  channel: 'second-place' as const,
  kind,
  email: {},
  dedupeKey: `second-place|${kind}|${document}`,
  document,
  createdAt: at,
  nextAt: at,
})

/**
 * Leases the next row that is due: one that was tried least first, so that failures hold up no other, and of those the
 * oldest. Documents and applications that are under way are left out.
 */
export const takeDocument = (
  deps: Pick<Deps, 'db' | 'now'>,
  underWay: { documents: number[]; applications: string[] },
): OutboxRow | null =>
  transact(deps, (deps) => {
    const at = deps.now()
    const due = deps.db.orm
      .select({ id: outbox.id })
      .from(outbox)
      .where(
        and(
          // in both, or SQLite does not use the index
          or(
            and(
              isForSecondPlace,
              eq(outbox.state, 'waiting'),
              isOver(outbox.nextAt, at, longestWait),
            ),
            and(
              isForSecondPlace,
              eq(outbox.state, 'leased'),
              isOver(outbox.leasedUntil, at, lease),
            ),
          ),
          notInArray(outbox.document, underWay.documents),
          or(isNull(outbox.application), notInArray(outbox.application, underWay.applications)),
        ),
      )
      .orderBy(asc(outbox.attempts), asc(outbox.id))
      .limit(1)
      .get()
    return due ? leaseRow(deps, due.id) : null
  })

/** Takes back what a killed server was sending. Only the one server that runs may do so, before it sends anything. */
export const reclaimDocuments = ({ db }: Pick<Deps, 'db'>) =>
  db.orm
    .update(outbox)
    .set({ state: 'waiting', leasedUntil: null })
    .where(and(isForSecondPlace, eq(outbox.state, 'leased')))
    .run()

/** Removes the rows of documents that went long ago: by now their files are gone from the second place too. */
export const removeOldDocumentRows = ({ db, now }: Pick<Deps, 'db' | 'now'>) =>
  db.orm
    .delete(outbox)
    .where(
      and(
        isForSecondPlace,
        inArray(outbox.state, ['sent', 'discarded']),
        lt(outbox.nextAt, now() - mayBeThere),
      ),
    )
    .run()

/** Given up, or waiting after a failure. */
const hasFailed = or(
  eq(outbox.state, 'dead'),
  and(eq(outbox.state, 'waiting'), gt(outbox.attempts, 0)),
)

/** Lets everything go at once that waits or was given up, with its 48 hours before it again. Returns how many. */
export const releaseDocuments = ({ db, now }: Writing<Pick<Deps, 'db' | 'now'>>): number =>
  db.orm
    .update(outbox)
    .set({ state: 'waiting', nextAt: now(), firstTriedAt: null, refusals: 0 })
    .where(and(isForSecondPlace, hasFailed))
    .run().changes

/** What has not gone yet: waiting, under way, or given up. */
export const isUnsent = and(isForSecondPlace, inArray(outbox.state, ['waiting', 'leased', 'dead']))

/** The documents that failed and are still to go. */
export const failedDocuments = ({ db }: Pick<Deps, 'db'>) =>
  db.orm
    .select({ id: outbox.id, document: outbox.document })
    .from(outbox)
    .where(and(isForSecondPlace, eq(outbox.kind, rowKinds.put), hasFailed))
    .all()

/** Settles failures of documents that a copy at the second place holds. */
export const settleAsCopied = (
  { db, now }: Writing<Pick<Deps, 'db' | 'now'>>,
  ids: number[],
): number =>
  db.orm
    .update(outbox)
    .set({ state: 'sent', sentAt: now(), lastReason: inCopy })
    .where(and(inArray(outbox.id, ids), inArray(outbox.state, ['waiting', 'dead'])))
    .run().changes

/** The reason of a row that was settled by a copy. */
export const inCopy = 'A copy of the database at the second place holds this document'
