import { createHash } from 'node:crypto'
import type { documents } from '#db/schema/documents.ts'
import type { Change } from '#db/schema/events.ts'
import type { Store } from '#src/deps.ts'
import { actionFact, actionIn, actionsWith, type StoredAction } from '#src/domain/audit/actions.ts'
import { type ProvenEvent, provenEvents, valueIn } from '#src/domain/audit/chain.ts'
import type { NewEvent } from '#src/domain/audit/events.ts'
import { readAuditSecret } from '#src/domain/audit/installation.ts'
import type { DocumentKind } from './stored-documents.ts'

type Row = typeof documents.$inferSelect

type Named = Pick<Row, 'application' | 'kind' | 'event'>

/** Returns the hashes of what is frozen, for the event of the submit or decision. */
export const marksOf = (data: string, signature: Uint8Array | null): Change[] => [
  mark('frozenData', sha256Of(data)),
  ...(signature ? [mark('frozenSignature', sha256Of(signature))] : []),
]

export const sealedEvent = ({ application, kind, event }: Named, sha256: string): NewEvent => ({
  action: 'document sealed',
  application,
  section: sha256,
  changes: [mark('document', kind), mark('event', String(event))],
})

const mark = (field: string, after: string): Change => ({ field, before: null, after })

export type Proof = {
  event: ProvenEvent
  data: string | null
  file: string | null
}

/**
 * Returns the event that explains the document, with the hashes that were recorded, or `null` when no submit or
 * decision of that application explains it.
 */
export function proofOf(store: Store, takenIn: TakenIn, document: Named): Proof | null {
  const { application, kind } = document
  const [event] = provenEvents(store, 'seq = ?', document.event)
  if (!event || event.application !== application || !explains(event.action, kind)) return null
  const earlier = takenIn.get(nameOf(document))
  const sealed = provenEvents(
    store,
    `events.application = ? and ${actionIn('document sealed')}`,
    application,
  ).find(({ changes }) => valueIn(changes, 'event') === String(document.event))
  return {
    event,
    data: valueIn(event.changes, 'frozenData') ?? earlier?.data ?? null,
    file: sealed?.section ?? earlier?.file ?? null,
  }
}

/**
 * Returns whether an event of this action can have frozen a document of this kind. Version 0.1.0 could import documents
 * of another database.
 */
const explains = (action: StoredAction, kind: DocumentKind) =>
  actionFact(action, 'freezes') === kind ||
  action === 'application imported' ||
  (action === 'document imported' && kind === 'countersigned')

/** Returns whether version 0.1.0 imported the document. An import kept the original times. */
export const isImport = (action: StoredAction) =>
  action === 'application imported' || action === 'document imported'

/** Returns how the frozen data differs from its event, or `null` when it is the same. */
export function frozenFault(
  proof: Proof | null,
  { data, signature }: Pick<Row, 'data' | 'signature'>,
): string | null {
  if (!proof) return 'no submit or decision in the history explains it'
  if (proof.data === null) return 'its event holds no hash of what was frozen'
  if (data === null || sha256Of(data) !== proof.data) return 'its data is not what was frozen'
  const { signature: signed } = JSON.parse(data) as { signature: { sha256: string } | null }
  if ((signature ? sha256Of(signature) : null) !== (signed?.sha256 ?? null))
    return 'its signature image is not the one that was frozen'
  return null
}

/** The hashes of the documents that were taken in, by the name that `nameOf` gives each document. */
export type TakenIn = Map<string, { data: string | null; file: string | null }>

export const nameOf = ({ kind, event }: Pick<Row, 'kind' | 'event'>) =>
  `${kind} document of event ${event}`

export function documentsTakenIn(store: Store): TakenIn {
  const seq = readAuditSecret(store.db, store.keys).takenIn
  const [event] = seq ? provenEvents(store, 'seq = ?', seq) : []
  return new Map(
    (event?.changes ?? []).map(({ field, before, after }) => [
      field,
      { data: before, file: after },
    ]),
  )
}

/** Returns the number of the newest event that erased an application's values, or `null`. */
export const erasureOf = (store: Store, application: string): number | null =>
  provenEvents(
    store,
    `events.application = ? and ${actionIn(...actionsWith('erases'))}`,
    application,
  ).at(-1)?.seq ?? null

export const sha256Of = (bytes: Uint8Array | string) =>
  createHash('sha256').update(bytes).digest('hex')
