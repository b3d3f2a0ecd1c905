import { createHash } from 'node:crypto'
import { and, eq, inArray, isNull, lt, notInArray, or } from 'drizzle-orm'
import type { Change } from '#db/schema/events.ts'
import {
  attachmentPieces,
  attachments,
  checks,
  fileFacts,
  informationRequests,
} from '#db/schema/review.ts'
import { transact, type Writing, writable } from '#db/transaction.ts'
import type { Deps, Store } from '#src/deps.ts'
import type { Admin, ClientActor } from '#src/domain/actor.ts'
import { authorize } from '#src/domain/applications/access.ts'
import { type Application, changeApplication } from '#src/domain/applications/application.ts'
import { recordEvent } from '#src/domain/audit/events.ts'
import { requestChange } from '#src/domain/audit/proven-facts.ts'
import { hours } from '#src/domain/calendar.ts'
import { applicationOfClient } from '#src/domain/clients/clients.ts'
import { refuseFilesWhenFull, refuseWhenFull } from '#src/domain/disk-space.ts'
import { enqueue } from '#src/domain/jobs/email-jobs.ts'
import { Refusal, refusalAt } from '#src/domain/refusal.ts'
import { ownerName } from '#src/domain/staff/owners.ts'
import { fileLine } from '#src/forms/requests/file-lines.ts'
import { watchForLock } from '#src/forms/requests/locked-pdf.ts'
import {
  attachmentLimits,
  attachmentTexts,
  nameOfKind,
  requestTexts,
  safeFileName,
} from '#src/forms/requests/requests.ts'
import { type GateOutcome, openGate } from '#src/security/attachment-gate.ts'
import { filesOf, isAnswered, isOpen, isRequestOpen } from './requests.ts'

type Answer = { request: number; answer: string; files: number[] }

/**
 * Stores the answer to a request. Refuses 'invalid' for an answer with neither text nor file, or with a file that the
 * question does not ask for, and 'conflict' when the request is no longer open.
 */
export function answerRequest(deps: Deps, actor: ClientActor, { request, answer, files }: Answer) {
  if (!answer && files.length === 0) throw refusalAt('answer', 'invalid', requestTexts.nothing)
  transact(deps, (tx) => {
    const { id } = applicationOfClient(tx, actor)
    const application = authorize(tx, actor, 'amend', id)
    refuseWhenFull(tx)
    if (files.length > 0 && !takesFiles(tx, request))
      throw refusalAt('files', 'invalid', attachmentTexts.notAsked)
    const answered = tx.db.orm
      .update(informationRequests)
      .set({ answer: answer || null, answeredAt: tx.now() })
      .where(
        and(
          eq(informationRequests.id, request),
          eq(informationRequests.application, application.seq),
          isOpen,
        ),
      )
      .run()
    if (answered.changes === 0 && isRepeated(tx, application, { request, answer, files })) return
    const isWhole = claimStaged(tx, request, files) === files.length
    if (answered.changes === 0 || !isWhole) throw new Refusal('conflict', requestTexts.closed)
    // raises the version, so that nobody decides on a record that did not show the answer
    changeApplication(tx, application, {})
    recordEvent(tx, actor, {
      action: 'information request answered',
      application: id,
      changes: [
        requestChange(request),
        ...(answer ? [{ field: 'answer', before: null, after: answer }] : []),
        ...answeredFiles(tx, request),
      ],
    })
    enqueue(
      tx,
      {
        kind: 'request-answered',
        application: id,
        businessName: application.businessName ?? '',
        owner: ownerName(tx, application.owner),
        files: files.length,
      },
      `request-answered|${request}`,
    )
  })
}

const takesFiles = ({ db }: Store, request: number) =>
  db.orm
    .select({ takesFiles: informationRequests.takesFiles })
    .from(informationRequests)
    .where(eq(informationRequests.id, request))
    .get()?.takesFiles !== false

const answeredFiles = (deps: Store, request: number): Change[] =>
  filesOf(deps, request).map((file) => ({
    field: 'answerFile',
    before: null,
    after: fileLine(file),
  }))

function isRepeated({ db }: Store, { seq }: Application, { request, answer, files }: Answer) {
  const { id, application } = informationRequests
  const sent = db.orm
    .select({ answer: informationRequests.answer, file: attachments.id })
    .from(informationRequests)
    .leftJoin(attachments, eq(attachments.request, id))
    .where(and(eq(id, request), eq(application, seq), isAnswered))
    .get()
  return sent?.answer === answer && sent.file === null && files.length === 0
}

/** Returns the facts of a file that the actor may read. Refuses 'unknown'. */
export function fileFor(deps: Store, actor: Admin | ClientActor, id: string, file: number) {
  const { seq } = authorize(deps, actor, 'read', id)
  const ofAnswer = and(eq(informationRequests.application, seq), isAnswered)
  const ofCheck = actor.kind === 'admin' ? eq(checks.application, seq) : undefined
  const row = deps.db.orm
    .select(fileFacts)
    .from(attachments)
    .leftJoin(informationRequests, eq(informationRequests.id, attachments.request))
    .leftJoin(checks, eq(checks.id, attachments.recordedCheck))
    .where(and(eq(attachments.id, file), or(ofAnswer, ofCheck)))
    .get()
  if (!row) throw new Refusal('unknown', 'File not found')
  return row
}

/** Yields a file piece by piece, so that it is never completely in memory. */
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

const pieceSize = 256 * 1024

export type Staged = { id: number } | { fault: string }

/**
 * Stores an uploaded file, which nobody sees before its answer or check is saved. It reads a refused file to its end,
 * because the rest of the form follows.
 */
export async function stageFile(
  deps: Deps,
  request: number | null,
  fileName: string,
  source: AsyncIterable<Uint8Array>,
): Promise<Staged> {
  await writable(deps)
  const id = transact(deps, (tx) => beginFile(tx, request))
  try {
    const { size, sha256, gated, isLocked } = await writePieces(deps, id, source)
    const outcome = judge(safeFileName(fileName), size, gated)
    if (typeof outcome === 'string') {
      dropStaged(deps, [id])
      return { fault: outcome }
    }
    const facts = { ...outcome, size, sha256, isLocked: outcome.kind === 'pdf' && isLocked }
    await writable(deps)
    transact(deps, ({ db }) => {
      db.orm.update(attachments).set(facts).where(eq(attachments.id, id)).run()
    })
    return { id }
  } catch (error) {
    dropStaged(deps, [id])
    throw error
  }
}

function judge(name: string, size: number, gated: GateOutcome) {
  const label = name || 'file'
  if (size > attachmentLimits.bytes) return attachmentTexts.tooLarge(label)
  if ('fault' in gated) return attachmentTexts[gated.fault](label, gated.found)
  const named = nameOfKind(name, gated.kind)
  return named ? { name: named, kind: gated.kind } : attachmentTexts.otherName(label, gated.kind)
}

async function writePieces(deps: Deps, id: number, source: AsyncIterable<Uint8Array>) {
  const hash = createHash('sha256')
  let [size, ordinal] = [0, 0]
  const gate = openGate()
  const lock = watchForLock()
  for await (const bytes of piecesOf(source)) {
    size += bytes.length
    if (size > attachmentLimits.bytes) continue
    gate.take(bytes)
    lock.take(bytes.toString('latin1'))
    hash.update(bytes)
    const at = ordinal++
    await writable(deps)
    transact(deps, (tx) => addPiece(tx, id, at, bytes))
  }
  return {
    size,
    sha256: hash.digest('hex'),
    gated: gate.outcome(),
    isLocked: lock.isLocked(),
  }
}

async function* piecesOf(source: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer<ArrayBuffer>> {
  let rest = Buffer.alloc(0)
  for await (const bytes of source) {
    rest = Buffer.concat([rest, bytes])
    for (; rest.length >= pieceSize; rest = rest.subarray(pieceSize))
      yield Buffer.from(rest.subarray(0, pieceSize))
  }
  if (rest.length > 0) yield rest
}

function beginFile(deps: Writing<Deps>, request: number | null): number {
  if (request !== null && !isRequestOpen(deps, request))
    throw new Refusal('conflict', requestTexts.closed)
  return deps.db.orm
    .insert(attachments)
    .values({ request, name: '', kind: 'pdf', size: 0, sha256: '', createdAt: deps.now() })
    .returning({ id: attachments.id })
    .get().id
}

/**
 * Adds a piece to a file. Refuses 'conflict' when the file is gone, because another answer was faster or the
 * application was erased.
 */
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

/** Makes files part of an answer, and removes the files of other posts to the same request. */
function claimStaged({ db }: Writing<Store>, request: number, ids: number[]) {
  db.orm
    .delete(attachments)
    .where(and(eq(attachments.request, request), notInArray(attachments.id, ids)))
    .run()
  return db.orm
    .select({ id: attachments.id })
    .from(attachments)
    .where(and(eq(attachments.request, request), inArray(attachments.id, ids)))
    .all().length
}

/** Removes files one by one, because wiping a file needs its size in the write-ahead log. */
export function dropStaged({ db }: Store, ids: number[]) {
  const unanswered = db.orm
    .select({ id: informationRequests.id })
    .from(informationRequests)
    .where(isNull(informationRequests.answeredAt))
  for (const id of ids)
    db.orm
      .delete(attachments)
      .where(and(eq(attachments.id, id), or(inArray(attachments.request, unanswered), ofNothing)))
      .run()
}

const ofNothing = and(isNull(attachments.request), isNull(attachments.recordedCheck))

/** Removes files that a crash left behind. No upload takes an hour. */
export function removeAbandonedFiles(store: Store) {
  const { db, now } = store
  const open = db.orm.select({ id: informationRequests.id }).from(informationRequests).where(isOpen)
  const abandoned = db.orm
    .select({ id: attachments.id })
    .from(attachments)
    .where(
      and(
        or(inArray(attachments.request, open), ofNothing),
        lt(attachments.createdAt, now() - hours(1)),
      ),
    )
    .all()
    .map(({ id }) => id)
  dropStaged(store, abandoned)
}
