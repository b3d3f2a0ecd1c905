import { and, eq, isNotNull } from 'drizzle-orm'
import { attachmentPieces, attachments, informationRequests } from '#db/schema/review.ts'
import type { Deps } from '#src/deps.ts'
import type { Admin } from '#src/domain/actor.ts'
import { authorize } from '#src/domain/applications/access.ts'
import { Refusal } from '#src/domain/refusal.ts'

type Store = Pick<Deps, 'db'>

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
export function fileFor(deps: Pick<Deps, 'db' | 'now'>, actor: Admin, id: string, file: number) {
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
