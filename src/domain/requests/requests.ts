import { and, desc, eq, isNull } from 'drizzle-orm'
import { attachments, informationRequests } from '#db/schema/review.ts'
import type { Writing } from '#db/transaction.ts'
import type { Deps } from '#src/deps.ts'
import type { Application } from '#src/domain/applications/application.ts'

export type InformationRequest = typeof informationRequests.$inferSelect

type Store = Pick<Deps, 'db'>

/** The most requests of one application that are shown. */
const mostShown = 50

/** What was asked of a customer, newest first, at most `most`. */
export const requestsOf = (
  { db }: Store,
  { seq }: Pick<Application, 'seq'>,
  most = mostShown,
): InformationRequest[] =>
  db.orm
    .select()
    .from(informationRequests)
    .where(eq(informationRequests.application, seq))
    .orderBy(desc(informationRequests.id))
    .limit(most)
    .all()

/** The request that waits for its answer; `null` without one. */
export const openRequestOf = (
  { db }: Store,
  { seq }: Pick<Application, 'seq'>,
): InformationRequest | null =>
  db.orm
    .select()
    .from(informationRequests)
    .where(and(eq(informationRequests.application, seq), isOpen))
    .get() ?? null

/** Whether a request still waits for its answer: an email about any other says nothing true. */
export const isRequestOpen = ({ db }: Store, id: number): boolean =>
  db.orm
    .select({ id: informationRequests.id })
    .from(informationRequests)
    .where(and(eq(informationRequests.id, id), isOpen))
    .get() !== undefined

/**
 * Ends what an application waits for, if it does, inside the caller's transaction, with the files that arrive for it
 * just now (rule 124). Returns whether it did.
 */
export function closeOpenRequest(
  deps: Writing<Pick<Deps, 'db' | 'now'>>,
  application: Pick<Application, 'seq'>,
  only: number | null = null,
): boolean {
  const { orm } = deps.db
  const open = openRequestOf(deps, application)
  if (!open || (only !== null && open.id !== only)) return false
  orm
    .update(informationRequests)
    .set({ closedAt: deps.now() })
    .where(eq(informationRequests.id, open.id))
    .run()
  orm.delete(attachments).where(eq(attachments.request, open.id)).run()
  return true
}

/** Names a request's email in the outbox. */
export const requestKey = (id: number) => `information-request|${id}`

/** As SQL; it is also the condition of the index that allows one open request only. */
export const isOpen = and(
  isNull(informationRequests.answeredAt),
  isNull(informationRequests.closedAt),
)
