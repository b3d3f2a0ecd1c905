import type { X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { and, desc, eq, gt, isNotNull, lte } from 'drizzle-orm'
import { documentCertificates, documents } from '#db/schema/documents.ts'
import { transact } from '#db/transaction.ts'
import type { Deps, Store } from '#src/deps.ts'
import { actionIn } from '#src/domain/audit/actions.ts'
import { provenEvents } from '#src/domain/audit/chain.ts'
import { recordEvent } from '#src/domain/audit/events.ts'
import { readAuditSecret } from '#src/domain/audit/installation.ts'
import { days } from '#src/domain/calendar.ts'
import { companyOf } from '#src/domain/company/company.ts'
import type { Env } from '#src/env.ts'
import {
  certificateName,
  certificatesOf,
  fingerprintOf,
  makeSealKey,
  nameIn,
  readPkcs12,
  readSealKey,
  type SealKey,
} from '#src/pdf/seal/seal-key.ts'
import { decrypt, encrypt } from '#src/security/encrypt.ts'
import { documentsTakenIn, proofOf, sha256Of } from './proof.ts'

const renewedBefore = days(30)

/**
 * A certificate that begins at most this far in the future still counts, because the clock may have been set back since
 * it was made.
 */
const fromEarlier = days(1)

/** Returns the operator's key, or `null` when the settings name no file. Throws a message for the operator. */
export async function readOperatorKey({
  DOCUMENT_PKCS12_FILE,
  DOCUMENT_PKCS12_PASSWORD = '',
}: Pick<Env, 'DOCUMENT_PKCS12_FILE' | 'DOCUMENT_PKCS12_PASSWORD'>): Promise<SealKey | null> {
  if (!DOCUMENT_PKCS12_FILE) return null
  return readPkcs12(readFileSync(DOCUMENT_PKCS12_FILE), DOCUMENT_PKCS12_PASSWORD)
}

/**
 * Returns whether the clock keeps documents from being sealed: either a certificate has to be made while the clock may
 * be wrong, or the newest certificate is not valid yet.
 */
export function waitsForClock(
  deps: Store & { operatorKey: SealKey | null },
  isClockTrusted: boolean,
): boolean {
  const { operatorKey, now } = deps
  if (operatorKey && operatorKey.expiresAt > now()) return false
  const own = newestOwn(deps)
  return own ? own.createdAt > now() : !isClockTrusted
}

/**
 * Returns the operator's key while its certificate is valid, and otherwise the installation's own. It makes an own
 * certificate when there is none, when it ends within 30 days, or when the company's name has changed. Do not call it
 * while `waitsForClock` returns true.
 */
export async function currentSealKey(deps: Deps): Promise<SealKey> {
  const { operatorKey, now, log } = deps
  if (operatorKey && operatorKey.expiresAt > now()) {
    storeOperators(deps, operatorKey)
    return operatorKey
  }
  if (operatorKey)
    log.error('The certificate of DOCUMENT_PKCS12_FILE has expired: the own one seals documents')
  const { fingerprint, pem, keySealed } = newestOwn(deps) ?? (await makeOwn(deps))
  const pkcs8 = decrypt(deps.keys, contextOf(fingerprint), keySealed ?? '')
  return readSealKey(pem, Buffer.from(pkcs8, 'base64'))
}

export function newestOwn(deps: Store) {
  const at = deps.now()
  const name = certificateName(companyOf(deps).name)
  const named = deps.db.orm
    .select()
    .from(documentCertificates)
    .where(
      and(
        isNotNull(documentCertificates.keySealed),
        lte(documentCertificates.createdAt, at + fromEarlier),
        gt(documentCertificates.expiresAt, at + renewedBefore),
      ),
    )
    .orderBy(desc(documentCertificates.createdAt))
    .all()
    .filter(({ pem }) => nameIn(pem) === name)
  return named.find(({ createdAt }) => createdAt <= at) ?? named[0]
}

async function makeOwn(deps: Deps) {
  const { keys, now, log } = deps
  const { key, pkcs8 } = await makeSealKey(companyOf(deps).name, now())
  const { fingerprint, pem, expiresAt } = key
  const keySealed = encrypt(keys, contextOf(fingerprint), Buffer.from(pkcs8).toString('base64'))
  return transact(deps, (tx) => {
    // several may be made at the same time, and the first one counts
    const other = newestOwn(tx)
    if (other) return other
    log.info({ fingerprint }, 'a certificate for sealing documents was made')
    return tx.db.orm
      .insert(documentCertificates)
      .values({ fingerprint, pem, keySealed, createdAt: now(), expiresAt })
      .returning()
      .get()
  })
}

/**
 * Stores the operator's certificate and its event. It also replaces a certificate that version 0.1.0 imported without
 * its issuers.
 */
function storeOperators(deps: Deps, { fingerprint, pem, expiresAt }: SealKey) {
  const isTheirs = eq(documentCertificates.fingerprint, fingerprint)
  const stored = deps.db.orm.select().from(documentCertificates).where(isTheirs).get()
  if (stored?.pem === pem && isTakenUp(deps, fingerprint)) return
  transact(deps, (tx) => {
    const { db, now } = tx
    db.orm
      .insert(documentCertificates)
      .values({ fingerprint, pem, createdAt: now(), expiresAt })
      .onConflictDoUpdate({ target: documentCertificates.fingerprint, set: { pem } })
      .run()
    if (!isTakenUp(tx, fingerprint))
      recordEvent(tx, { kind: 'system' }, { action: 'certificate taken up', section: fingerprint })
  })
}

type Row = typeof documentCertificates.$inferSelect

const contextOf = (fingerprint: string) => `document_certificates|key|${fingerprint}`

type Issued = Omit<Row, 'keySealed'>

/** Keeps the proven certificates, because they rarely change and proving them reads the history. */
const proven = new WeakMap<Store['db'], { of: string; issued: Issued[] }>()

/** Returns the certificates that Countersign stored, without any that somebody wrote into the database file. */
export function issuedCertificates(store: Store): Issued[] {
  const newestFirst = desc(documentCertificates.createdAt)
  const rows = store.db.orm.select().from(documentCertificates).orderBy(newestFirst).all()
  const of = JSON.stringify(rows)
  const known = proven.get(store.db)
  if (known?.of === of) return known.issued
  const issued = rows
    .filter((row) => certificateFault(store, row) === null)
    .map(({ keySealed: _, ...certificate }) => certificate)
  proven.set(store.db, { of, issued })
  return issued
}

export function certificateFault(store: Store, row: Row): string | null {
  const { fingerprint, pem, keySealed } = row
  const [own, ...issuers] = readable(pem)
  const chain = own ? [own, ...issuers] : []
  const isIssued = issuers.every((issuer, at) => chain[at]?.verify(issuer.publicKey))
  if (!own || fingerprintOf(own) !== fingerprint || !isIssued)
    return 'it is not the one of its fingerprint'
  if (Date.parse(own.validTo) !== row.expiresAt) return 'its end is another'
  // the key is encrypted for this fingerprint, so it cannot be decrypted for another certificate
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
    return decrypt(keys, contextOf(fingerprint), keySealed ?? '') !== ''
  } catch {
    return false
  }
}

/** Returns whether the history has taken up the operator's certificate, whose key is only in the operator's file. */
const isTakenUp = (store: Store, fingerprint: string) =>
  provenEvents(store, `${actionIn('certificate taken up')} and section = ?`, fingerprint).length > 0

/**
 * Returns whether the seal of a known document carries the certificate. It proves certificates from before they had an
 * event.
 */
function hasSealed(store: Store, fingerprint: string, { raw }: X509Certificate): boolean {
  const takenIn = documentsTakenIn(store)
  const isBefore = readAuditSecret(store.db, store.keys).takenIn === null
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
