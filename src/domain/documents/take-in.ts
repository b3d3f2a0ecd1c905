import { eq } from 'drizzle-orm'
import { documents } from '#db/schema/documents.ts'
import type { Change } from '#db/schema/events.ts'
import { transact } from '#db/transaction.ts'
import { headOf } from '#db/volume.ts'
import type { Store } from '#src/deps.ts'
import { recordEvent } from '#src/domain/audit/events.ts'
import { readAuditSecret, storeHistoryHead } from '#src/domain/audit/installation.ts'
import type { SignedData } from './freeze.ts'
import { isImport, nameOf, proofOf, sha256Of } from './proof.ts'

/**
 * Records the hashes of documents from a version whose events had none. This happens only once, and nobody can repeat
 * it without the key. `refused` names the documents that no submit or decision explains; their hashes are not recorded.
 * Throws when events were cut off or added.
 */
export function takeInDocuments(deps: Store): { takenIn: number; refused: string[] } {
  const nothing = { takenIn: 0, refused: [] }
  if (readAuditSecret(deps.db, deps.keys).takenIn !== null) return nothing
  return transact(deps, (tx) => {
    const { db, keys } = tx
    const audit = readAuditSecret(db, keys)
    if (audit.takenIn !== null) return nothing
    const end = headOf(db)
    if ((end?.seq ?? 0) !== audit.head.seq || (end?.hash ?? '') !== audit.head.hash)
      throw new Error('The history does not end as it was sealed: "verify" says more')
    const ids = db.orm.select({ id: documents.id }).from(documents).orderBy(documents.id).all()
    const changes: Change[] = []
    const refused: string[] = []
    for (const { id } of ids) {
      const row = db.orm.select(parts).from(documents).where(eq(documents.id, id)).get()
      if (!row) continue
      const name = nameOf(row)
      if (isExplained(tx, row))
        changes.push({ field: name, before: row.data && sha256Of(row.data), after: row.sha256 })
      else refused.push(`${name}, ${row.application}`)
    }
    const event =
      changes.length > 0
        ? recordEvent(tx, { kind: 'system' }, { action: 'documents taken in', changes })
        : null
    storeHistoryHead(db, keys, { ...readAuditSecret(db, keys), takenIn: event?.seq ?? 0 })
    return { takenIn: changes.length, refused }
  })
}

const { application, kind, event, data, sha256 } = documents
const parts = { application, kind, event, data, sha256 }

/**
 * Returns whether an event explains the document. Data that was frozen here names its event and the hash of that event,
 * but data that version 0.1.0 imported names an event of another history.
 */
export function isExplained(
  deps: Store,
  row: Pick<typeof documents.$inferSelect, keyof typeof parts>,
) {
  const explaining = proofOf(deps, new Map(), row)?.event
  if (!explaining) return false
  if (row.data === null || isImport(explaining.action)) return true
  try {
    const { application, history } = JSON.parse(row.data) as SignedData
    return (
      application === row.application &&
      history.event === explaining.seq &&
      history.hash === explaining.hash
    )
  } catch {
    return false
  }
}
