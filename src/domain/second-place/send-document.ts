import { Readable } from 'node:stream'
import { setImmediate as turn } from 'node:timers/promises'
import { eq } from 'drizzle-orm'
import { documents } from '#db/schema/documents.ts'
import { whenWritable } from '#db/write-lock.ts'
import type { Deps } from '#src/deps.ts'
import { encrypted } from '#src/domain/backup-target/age.ts'
import { documentName } from '#src/domain/backup-target/names.ts'
import type { Place } from '#src/domain/backup-target/place.ts'
import { rowKinds } from '#src/domain/outbox/document-queue.ts'
import {
  isHeld,
  markDiscarded,
  markSent,
  type OutboxRow,
  putOff,
} from '#src/domain/outbox/queue.ts'
import { settle } from '#src/domain/outbox/settle.ts'

/**
 * Puts the document of a leased row to the second place, or removes it there, and writes down what came of it. When
 * `stopping` breaks it off, it goes again at the next start, over what is there.
 */
export async function sendDocument(
  deps: Deps,
  place: Place,
  row: OutboxRow,
  stopping: AbortSignal,
) {
  await whenWritable(deps.db)
  const document = documentOf(deps, row)
  if (!document || !isHeld(deps, row)) {
    await settle(deps, row, () => markDiscarded(deps, row))
    return
  }
  const about = { document: row.document, application: row.application }
  try {
    await document.go(place)
  } catch (error) {
    if (stopping.aborted) return
    const reason = wordsOf(error)
    const failure = { permanent: false, reason }
    const state = await settle(deps, row, () => putOff(deps, row, failure, Math.random()))
    const task = row.kind === rowKinds.remove ? 'removed at' : 'sent to'
    const words = `a document could not be ${task} the second place${state === 'dead' ? ' and was given up' : ''}`
    deps.log[state === 'dead' ? 'error' : 'warn']({ ...about, reason }, words)
    return
  }
  // the database may be closed by now
  if (!stopping.aborted) await settle(deps, row, () => markSent(deps, row))
}

/** What there is to do for a row; `null` when its document was erased meanwhile. */
function documentOf({ db, env }: Deps, { document, kind }: OutboxRow) {
  const { id, sealedAt, sha256, pdf } = documents
  const found = db.orm
    .select({ sealedAt, sha256, pdf })
    .from(documents)
    .where(eq(id, document ?? 0))
    .get()
  if (!found?.sha256 || found.sealedAt === null) return null
  const named = { sha256: found.sha256, sealedAt: found.sealedAt }
  if (kind === rowKinds.remove)
    return {
      async go(place: Place) {
        for (const isEncrypted of [true, false])
          await place.remove(documentName(named, isEncrypted))
      },
    }
  const bytes = found.pdf
  if (!bytes) return null
  const recipients = env.BACKUP_RECIPIENT
  return {
    async go(place: Place) {
      const sealed = await encrypted(inPieces(bytes), recipients)
      const name = documentName(named, recipients.length > 0)
      await place.put(name, Readable.fromWeb(sealed as never))
    },
  }
}

/** Others get their turn while a large document is encrypted. */
const inPieces = (bytes: Buffer) =>
  Readable.toWeb(Readable.from(pieces(bytes), { objectMode: false })) as ReadableStream<Uint8Array>

async function* pieces(bytes: Buffer) {
  const size = 256 * 1024
  for (let at = 0; at < bytes.byteLength; at += size) {
    await turn()
    yield new Uint8Array(bytes.subarray(at, at + size))
  }
}

/** Short enough for a page. */
const wordsOf = (error: unknown) =>
  (error instanceof Error ? error.message : String(error)).slice(0, 300)
