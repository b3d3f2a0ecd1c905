import { and, desc, eq, isNotNull, isNull } from 'drizzle-orm'
import { attachmentPieces, attachments, informationRequests } from '#db/schema/review.ts'
import type { Writing } from '#db/transaction.ts'
import type { Store } from '#src/deps.ts'
import type { Admin } from '#src/domain/actor.ts'
import { authorize } from '#src/domain/applications/access.ts'
import type { Application } from '#src/domain/applications/application.ts'
import { Refusal } from '#src/domain/refusal.ts'

export type InformationRequest = typeof informationRequests.$inferSelect

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
  deps: Writing<Store>,
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

/** Names the email of a request. */
export const requestKey = (id: number) => `information-request|${id}`

/** As SQL; it is also the condition of the index that allows one open request only. */
export const isOpen = and(
  isNull(informationRequests.answeredAt),
  isNull(informationRequests.closedAt),
)

/** The files of an answer in the order they were given; none while there is no answer. */
export const filesOf = ({ db }: Store, request: number) =>
  db.orm
    .select(facts)
    .from(attachments)
    .innerJoin(informationRequests, eq(informationRequests.id, attachments.request))
    .where(and(eq(attachments.request, request), isAnswered))
    .orderBy(attachments.id)
    .all()

/** One file of an application's answers, for an administrator; refuses 'unknown'. */
export function fileFor(deps: Store, actor: Admin, id: string, file: number) {
  const { seq } = authorize(deps, actor, 'read', id)
  const found = deps.db.orm
    .select(facts)
    .from(attachments)
    .innerJoin(informationRequests, eq(informationRequests.id, attachments.request))
    .where(and(eq(attachments.id, file), eq(informationRequests.application, seq), isAnswered))
    .get()
  if (!found) throw new Refusal('unknown', 'File not found')
  return found
}

/** The bytes of a file, piece by piece, so that it is never held whole. */
export function* piecesOfFile({ db }: Store, file: number): Generator<Buffer> {
  for (let ordinal = 0; ; ordinal += 1) {
    const piece = db.orm
      .select({ bytes: attachmentPieces.bytes })
      .from(attachmentPieces)
      .where(and(eq(attachmentPieces.attachment, file), eq(attachmentPieces.ordinal, ordinal)))
      .get()
    if (!piece) return
    yield piece.bytes
  }
}

const isAnswered = isNotNull(informationRequests.answeredAt)

const facts = {
  id: attachments.id,
  name: attachments.name,
  kind: attachments.kind,
  size: attachments.size,
  sha256: attachments.sha256,
}
