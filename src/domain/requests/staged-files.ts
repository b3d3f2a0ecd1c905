import { createHash } from 'node:crypto'
import { and, eq, inArray, isNull, lt, notInArray, sql } from 'drizzle-orm'
import { attachmentPieces, attachments, informationRequests } from '#db/schema/review.ts'
import { transactSoon, type Writing } from '#db/transaction.ts'
import type { Deps, Store } from '#src/deps.ts'
import { refuseFilesWhenFull } from '#src/domain/disk-space.ts'
import { hours } from '#src/domain/durations.ts'
import { Refusal } from '#src/domain/refusal.ts'
import {
  attachmentLimits,
  attachmentTexts,
  nameOfKind,
  safeFileName,
} from '#src/forms/requests/attachments.ts'
import { requestTexts } from '#src/forms/requests/requests.ts'
import { gateAttachment, gateNeeds } from '#src/security/attachment-gate.ts'
import { isOpen, isRequestOpen } from './requests.ts'

const pieceSize = 256 * 1024

/** A stored file that no answer has yet, or why it was refused. */
export type Staged = { id: number } | { fault: string }

/**
 * Stores a file piece by piece while it arrives. Nobody sees it before its request is answered with it. Reads the
 * source to its end even when the file is refused, because the rest of the form follows.
 */
export async function stageFile(
  deps: Deps,
  request: number,
  givenName: string,
  source: AsyncIterable<Uint8Array>,
): Promise<Staged> {
  const id = await transactSoon(deps, (deps) => beginFile(deps, request))
  try {
    const { size, start, end, sha256 } = await writePieces(deps, id, source)
    const found = judge(safeFileName(givenName), size, start, end)
    if (typeof found === 'string') {
      dropStaged(deps, [id])
      return { fault: found }
    }
    await transactSoon(deps, (deps) => describeFile(deps, id, { ...found, size, sha256 }))
    return { id }
  } catch (error) {
    dropStaged(deps, [id])
    throw error
  }
}

/** What a file is called and what it is, or why it is refused. */
function judge(name: string, size: number, start: Buffer, end: Buffer) {
  const shown = name || 'file'
  if (size > attachmentLimits.bytes) return attachmentTexts.tooLarge(shown)
  const found = gateAttachment(start, end)
  if ('fault' in found) return attachmentTexts[found.fault](shown)
  const named = nameOfKind(name, found.kind)
  return named ? { name: named, kind: found.kind } : attachmentTexts.otherName(shown, found.kind)
}

async function writePieces(deps: Deps, id: number, source: AsyncIterable<Uint8Array>) {
  const hash = createHash('sha256')
  let [size, ordinal] = [0, 0]
  let [start, end] = [Buffer.alloc(0), Buffer.alloc(0)]
  for await (const bytes of piecesOf(source)) {
    size += bytes.length
    if (size > attachmentLimits.bytes) continue
    if (ordinal === 0) start = bytes
    end = Buffer.concat([end, bytes]).subarray(-gateNeeds.end)
    hash.update(bytes)
    const at = ordinal++
    await transactSoon(deps, (deps) => addPiece(deps, id, at, bytes))
  }
  return { size, start, end, sha256: hash.digest('hex') }
}

/** The bytes of a source in pieces of one size, the last one shorter. */
async function* piecesOf(source: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer<ArrayBuffer>> {
  let held = Buffer.alloc(0)
  for await (const bytes of source) {
    held = Buffer.concat([held, bytes])
    for (; held.length >= pieceSize; held = held.subarray(pieceSize))
      yield Buffer.from(held.subarray(0, pieceSize))
  }
  if (held.length > 0) yield held
}

function beginFile(deps: Writing<Deps>, request: number): number {
  if (!isRequestOpen(deps, request)) throw new Refusal('conflict', requestTexts.closed)
  return deps.db.orm
    .insert(attachments)
    .values({ request, name: '', kind: 'pdf', size: 0, sha256: '', createdAt: deps.now() })
    .returning({ id: attachments.id })
    .get().id
}

function describeFile(
  { db }: Writing<Deps>,
  id: number,
  facts: Pick<typeof attachments.$inferSelect, 'name' | 'kind' | 'size' | 'sha256'>,
) {
  db.orm.update(attachments).set(facts).where(eq(attachments.id, id)).run()
}

/** The file is gone when another answer came first, or the application was erased meanwhile. */
function addPiece(deps: Writing<Deps>, attachment: number, ordinal: number, bytes: Buffer) {
  refuseFilesWhenFull(deps, attachmentLimits.bytes)
  const { db } = deps
  const isThere = db.orm
    .select({ id: attachments.id })
    .from(attachments)
    .where(eq(attachments.id, attachment))
    .get()
  if (!isThere) throw new Refusal('conflict', requestTexts.closed)
  db.orm.insert(attachmentPieces).values({ attachment, ordinal, bytes }).run()
}

/** Makes files part of an answer, in its transaction: those of another post to the same request go. Tells how many. */
export function claimStaged({ db }: Writing<Store>, request: number, ids: number[]) {
  db.orm
    .delete(attachments)
    .where(and(eq(attachments.request, request), notInArray(attachments.id, ids)))
    .run()
  return db.orm
    .select({ count: sql<number>`count(*)` })
    .from(attachments)
    .where(and(eq(attachments.request, request), inArray(attachments.id, ids)))
    .get()?.count
}

/** Removes files of an answer that was not sent; one by one, because wiping one takes its size in the log. */
export function dropStaged({ db }: Store, ids: number[]) {
  const unanswered = db.orm
    .select({ id: informationRequests.id })
    .from(informationRequests)
    .where(isNull(informationRequests.answeredAt))
  for (const id of ids)
    db.orm
      .delete(attachments)
      .where(and(eq(attachments.id, id), inArray(attachments.request, unanswered)))
      .run()
}

/** Removes files that a crash has left behind: no upload takes an hour. */
export function removeAbandonedFiles(store: Store) {
  const { db, now } = store
  const open = db.orm.select({ id: informationRequests.id }).from(informationRequests).where(isOpen)
  const abandoned = db.orm
    .select({ id: attachments.id })
    .from(attachments)
    .where(and(inArray(attachments.request, open), lt(attachments.createdAt, now() - hours(1))))
    .all()
  dropStaged(
    store,
    abandoned.map(({ id }) => id),
  )
}
