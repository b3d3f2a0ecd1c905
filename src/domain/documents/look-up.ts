import { eq } from 'drizzle-orm'
import { applications } from '#db/schema/applications.ts'
import { documents } from '#db/schema/documents.ts'
import type { Store } from '#src/deps.ts'
import { actionFact, actionIn, type StoredAction } from '#src/domain/audit/actions.ts'
import { type ProvenEvent, provenEvents, valueIn } from '#src/domain/audit/chain.ts'
import type { DocumentLookup } from '#src/forms/verify/document.ts'
import { documentsTakenIn, nameOf } from './proof.ts'
import type { DocumentKind } from './stored-documents.ts'

/** Returns what everybody may know about a sealed document. It contains no name and no reference. */
export function lookUpDocument(store: Store, sha256: string): DocumentLookup {
  const sealed = sealedAs(store, sha256)
  const [signing] = sealed ? provenEvents(store, 'seq = ?', sealed.event) : []
  if (!sealed || !signing?.application) return { issued: false }
  const later = provenEvents(
    store,
    'events.application = ? and seq > ?',
    ...[signing.application, signing.seq],
  )
  const stored = store.db.orm
    .select({ seq: applications.seq })
    .from(applications)
    .where(eq(applications.id, signing.application))
    .get()
  return {
    issued: true,
    kind: sealed.kind,
    frozenAt: new Date(sealed.frozenAt ?? signing.at).toISOString(),
    sealedAt: new Date(sealed.sealedAt).toISOString(),
    amended: later.some(({ action }) => action === 'application amended'),
    superseded:
      signing.action === 'document imported' || later.some(({ action }) => isDecision(action)),
    erased: stored === undefined,
  }
}

type Sealed = { kind: DocumentKind; event: number; sealedAt: number; frozenAt?: number }

function sealedAs(store: Store, sha256: string): Sealed | null {
  const [event] = provenEvents(store, `${actionIn('document sealed')} and section = ?`, sha256)
  if (event) return sealedBy(event)
  const row = store.db.orm.select().from(documents).where(eq(documents.sha256, sha256)).get()
  if (!row || row.sealedAt === null) return null
  const { kind, event: seq, sealedAt, frozenAt } = row
  return documentsTakenIn(store).get(nameOf(row))?.file === sha256
    ? { kind, event: seq, sealedAt, frozenAt }
    : null
}

const sealedBy = ({ changes, at }: ProvenEvent): Sealed => ({
  kind: valueIn(changes, 'document') === 'signed' ? 'signed' : 'countersigned',
  event: Number(valueIn(changes, 'event')),
  sealedAt: at,
})

/**
 * Returns whether the action is a decision that replaces an earlier one. "document imported" is not, because version
 * 0.1.0 could import an earlier decision after a later one.
 */
const isDecision = (action: StoredAction) =>
  actionFact(action, 'freezes') === 'countersigned' || action === 'application imported'
