import { desc, isNotNull } from 'drizzle-orm'
import { documentCertificates } from '#db/schema/documents.ts'
import type { Store } from '#src/deps.ts'
import { longInstant } from '#src/domain/calendar.ts'
import { companyOf, hasName } from '#src/domain/company/company.ts'
import { newestOwn, readOperatorKey, waitsForClock } from '#src/domain/documents/certificates.ts'
import { lateDocuments, waitingDocuments } from '#src/domain/documents/stored-documents.ts'
import { days } from '#src/domain/durations.ts'
import { clockDoubt } from '#src/domain/maintenance/clock.ts'
import type { Env } from '#src/env.ts'
import { certificateName, nameIn } from '#src/pdf/seal/seal-key.ts'
import type { Finding } from './finding.ts'

/** An authority takes some days to issue the next certificate. */
const endsSoon = days(30)

/** How many documents wait to be sealed, and since when. */
export function documentsFinding(store: Store): Finding {
  const about = 'documents'
  const waiting = waitingDocuments(store)
  if (!waiting) return { is: 'ok', about, words: 'none waits to be sealed' }
  const { documents, since } = waiting
  const waits = documents === 1 ? '1 waits' : `${documents} wait`
  const words = `${waits} to be sealed, since ${longInstant(store.env.APP_TIMEZONE, since)}`
  if (!lateDocuments(store)) return { is: 'ok', about, words }
  return {
    is: 'think',
    about,
    words: `${words}. While the server runs, look for "a document could not be made" in the log`,
  }
}

/** When the installation's own certificate ends, and whose name it has; the server makes the next one by itself. */
export function ownCertificateFinding(store: Store): Finding {
  const { db, env } = store
  const about = 'seal'
  // the server refuses to start with an operator's certificate that it cannot read
  const deps = { ...store, operatorKey: null }
  if (!env.DOCUMENT_PKCS12_FILE && waitsForClock(deps, clockDoubt(deps) === null))
    return {
      is: 'wrong',
      about,
      words: 'no document is sealed while the clock is in doubt: see below',
    }
  const { name } = companyOf(deps)
  if (!hasName(deps))
    return {
      is: 'think',
      about,
      words: `documents are sealed as "${name}": save the company's name under Company, or set COMPANY_NAME`,
    }
  const newest =
    newestOwn(deps) ??
    db.orm
      .select({ pem: documentCertificates.pem, expiresAt: documentCertificates.expiresAt })
      .from(documentCertificates)
      .where(isNotNull(documentCertificates.keySealed))
      .orderBy(desc(documentCertificates.createdAt))
      .limit(1)
      .get()
  if (!newest)
    return { is: 'ok', about, words: 'the server makes its own certificate when it seals' }
  const present = certificateName(name)
  const named = nameIn(newest.pem)
  if (named !== present)
    return {
      is: 'think',
      about,
      words: `the newest own certificate names "${named}", the pages "${present}": the server makes another before it seals again`,
    }
  const end = longInstant(env.APP_TIMEZONE, newest.expiresAt)
  const words = `the own certificate for "${named}" ends on ${end}; the server replaces it 30 days before`
  return { is: 'ok', about, words }
}

/** When the certificate of `DOCUMENT_PKCS12_FILE` ends; none without such a file. */
export async function operatorCertificateFindings(env: Env, now: number): Promise<Finding[]> {
  const about = 'seal'
  try {
    const key = await readOperatorKey(env)
    if (!key) return []
    const end = longInstant(env.APP_TIMEZONE, key.expiresAt)
    if (key.expiresAt <= now) {
      const words = `the certificate of DOCUMENT_PKCS12_FILE ended on ${end}: the own one seals documents`
      return [{ is: 'wrong', about, words }]
    }
    const words = `the certificate of DOCUMENT_PKCS12_FILE ends on ${end}`
    return key.expiresAt - now > endsSoon
      ? [{ is: 'ok', about, words }]
      : [{ is: 'think', about, words: `${words}: get the next one` }]
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    const words = `DOCUMENT_PKCS12_FILE cannot be used, so the server does not start: ${reason}`
    return [{ is: 'wrong', about, words }]
  }
}
