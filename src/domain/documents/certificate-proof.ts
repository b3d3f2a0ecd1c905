import { and, eq, isNotNull } from 'drizzle-orm'
import { documentCertificates, documents } from '#db/schema/documents.ts'
import { installation } from '#db/schema/installation.ts'
import type { Writing } from '#db/transaction.ts'
import type { Store } from '#src/deps.ts'
import { certificatesOf, fingerprintOf } from '#src/pdf/seal/seal-key.ts'
import { seal, unseal } from '#src/security/seal.ts'

type Row = typeof documentCertificates.$inferSelect

type Known = Pick<Store, 'db' | 'keys'>

export const contextOf = (fingerprint: string) => `document_certificates|key|${fingerprint}`

/** Why a stored certificate is not one that this installation took up; `null` when it is. */
export function certificateFault(store: Known, row: Row): string | null {
  const { fingerprint, pem, keySealed } = row
  const [own, ...issuers] = readable(pem)
  const chain = own ? [own, ...issuers] : []
  const isIssued = issuers.every((issuer, at) => chain[at]?.verify(issuer.publicKey))
  if (!own || fingerprintOf(own) !== fingerprint || !isIssued)
    return 'it is not the one of its fingerprint'
  if (Date.parse(own.validTo) !== row.expiresAt) return 'its end is another'
  // the key is sealed for this fingerprint alone
  const isOurs = keySealed === null ? isOperators(store, fingerprint) : opens(store, row)
  return isOurs ? null : 'it was not stored by Countersign'
}

function readable(pem: string) {
  try {
    return certificatesOf(pem)
  } catch {
    return []
  }
}

function opens({ keys }: Known, { fingerprint, keySealed }: Row): boolean {
  try {
    return unseal(keys, contextOf(fingerprint), keySealed ?? '') !== ''
  } catch {
    return false
  }
}

const name = 'operator-certificates'
const context = `installation|${name}`

/** Before the list was kept, one that sealed documents: these are compared with their seals. */
function isOperators(store: Known, fingerprint: string): boolean {
  const listed = listOf(store)
  if (listed) return listed.includes(fingerprint)
  const isUsed = and(eq(documents.certificate, fingerprint), isNotNull(documents.sha256))
  return store.db.orm.select({ id: documents.id }).from(documents).where(isUsed).get() !== undefined
}

/** `null` where none is kept, or somebody else has written it. */
function listOf({ db, keys }: Known): string[] | null {
  const stored = db.orm.select().from(installation).where(eq(installation.name, name)).get()
  if (!stored) return null
  try {
    return unseal(keys, context, stored.value).split(' ')
  } catch {
    return []
  }
}

export const isListed = (store: Known, fingerprint: string) =>
  listOf(store)?.includes(fingerprint) ?? false

/** The operator's certificate leaves no key here by which it could be told from one that somebody wrote into the file. */
export function listCertificate(deps: Writing<Store>, fingerprint: string) {
  const { db, keys } = deps
  const earlier = db.orm
    .select()
    .from(documentCertificates)
    .all()
    .filter((row) => row.keySealed === null && certificateFault(deps, row) === null)
    .map((row) => row.fingerprint)
  const value = seal(keys, context, [...new Set([...earlier, fingerprint])].join(' '))
  db.orm
    .insert(installation)
    .values({ name, value })
    .onConflictDoUpdate({ target: installation.name, set: { value } })
    .run()
}
