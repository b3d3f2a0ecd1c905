import type { X509Certificate } from 'node:crypto'
import { and, desc, eq, isNotNull } from 'drizzle-orm'
import { documentCertificates, documents } from '#db/schema/documents.ts'
import type { Store } from '#src/deps.ts'
import { provenEvents } from '#src/domain/audit/chain.ts'
import { readAuditSeal } from '#src/domain/audit/installation.ts'
import { certificatesOf, fingerprintOf } from '#src/pdf/seal/seal-key.ts'
import { unseal } from '#src/security/seal.ts'
import { documentsTakenIn, proofOf, sha256Of } from './proof.ts'

type Row = typeof documentCertificates.$inferSelect

export const contextOf = (fingerprint: string) => `document_certificates|key|${fingerprint}`

/** Without any that somebody wrote into the file. */
export const issuedCertificates = (store: Store) =>
  store.db.orm
    .select()
    .from(documentCertificates)
    .orderBy(desc(documentCertificates.createdAt))
    .all()
    .filter((row) => certificateFault(store, row) === null)
    .map(({ keySealed: _, ...certificate }) => certificate)

/** Why a stored certificate is not one that this installation took up; `null` when it is. */
export function certificateFault(store: Store, row: Row): string | null {
  const { fingerprint, pem, keySealed } = row
  const [own, ...issuers] = readable(pem)
  const chain = own ? [own, ...issuers] : []
  const isIssued = issuers.every((issuer, at) => chain[at]?.verify(issuer.publicKey))
  if (!own || fingerprintOf(own) !== fingerprint || !isIssued)
    return 'it is not the one of its fingerprint'
  if (Date.parse(own.validTo) !== row.expiresAt) return 'its end is another'
  // the key is sealed for this fingerprint alone
  const isOurs =
    keySealed === null
      ? isTakenUp(store, fingerprint) || hasSealed(store, fingerprint, own)
      : opens(store, row)
  return isOurs ? null : 'it was not stored by Countersign'
}

function readable(pem: string) {
  try {
    return certificatesOf(pem)
  } catch {
    return []
  }
}

function opens({ keys }: Store, { fingerprint, keySealed }: Row): boolean {
  try {
    return unseal(keys, contextOf(fingerprint), keySealed ?? '') !== ''
  } catch {
    return false
  }
}

/** Of the operator's certificate, whose key stays in its file. */
export const certificateTakenUp = 'certificate taken up'

export const isTakenUp = (store: Store, fingerprint: string) =>
  provenEvents(store, 'action = ? and section = ?', certificateTakenUp, fingerprint).length > 0

/** Before there was an event for it: whether the seal of a file that the history knows carries it. */
function hasSealed(store: Store, fingerprint: string, { raw }: X509Certificate): boolean {
  const takenIn = documentsTakenIn(store)
  const isBefore = readAuditSeal(store.db, store.keys).takenIn === null
  const { id, application, kind, event, sha256, pdf } = documents
  const sealed = store.db.orm
    .select({ id, application, kind, event, sha256 })
    .from(documents)
    .where(and(eq(documents.certificate, fingerprint), isNotNull(pdf)))
    .all()
  return sealed.some((row) => {
    const file = isBefore ? row.sha256 : proofOf(store, takenIn, row)?.file
    const bytes = store.db.orm.select({ pdf }).from(documents).where(eq(id, row.id)).get()?.pdf
    if (!bytes || sha256Of(bytes) !== file) return false
    const seal = bytes.toString('latin1', bytes.lastIndexOf('/ByteRange'))
    return seal.toLowerCase().includes(raw.toString('hex'))
  })
}
