import { and, desc, eq, gt, gte, isNotNull, lte } from 'drizzle-orm'
import { documentCertificates } from '#db/schema/documents.ts'
import { transactSoon, writeSoon } from '#db/write-lock.ts'
import type { Deps } from '#src/deps.ts'
import { companyOf } from '#src/domain/company/company.ts'
import { days } from '#src/domain/durations.ts'
import { makeSealKey, readSealKey } from '#src/pdf/seal/seal-key.ts'
import type { SealKey } from '#src/pdf/seal/sealed-pdf.ts'
import { seal, unseal } from '#src/security/seal.ts'

type KeyDeps = Pick<Deps, 'db' | 'keys' | 'env' | 'now' | 'log' | 'operatorKey'>

/** How long before its end a certificate is replaced. */
const renewedBefore = days(30)

/**
 * The key that seals documents now: the operator's while it is valid, else the installation's own, which is made when
 * there is none, it ends within 30 days or the company has another name (rule 159).
 */
export async function currentSealKey(deps: KeyDeps): Promise<SealKey> {
  const { operatorKey, now, log } = deps
  if (operatorKey && operatorKey.expiresAt > now()) {
    await rememberOperators(deps, operatorKey)
    return operatorKey
  }
  if (operatorKey)
    log.error('The certificate of DOCUMENT_PKCS12_FILE has expired: the own one seals documents')
  const { fingerprint, pem, keySealed } = newestOwn(deps) ?? (await makeOwn(deps))
  const pkcs8 = unseal(deps.keys, contextOf(fingerprint), keySealed ?? '')
  return readSealKey(pem, Buffer.from(pkcs8, 'base64'))
}

/**
 * The newest own certificate with time left, in the company's present name. One from the future was made under a clock
 * that was set back since.
 */
const newestOwn = ({ db, env, now }: Pick<Deps, 'db' | 'env' | 'now'>) =>
  db.orm
    .select()
    .from(documentCertificates)
    .where(
      and(
        isNotNull(documentCertificates.keySealed),
        lte(documentCertificates.createdAt, now()),
        gte(documentCertificates.createdAt, namedSince({ db, env, now })),
        gt(documentCertificates.expiresAt, now() + renewedBefore),
      ),
    )
    .orderBy(desc(documentCertificates.createdAt))
    .limit(1)
    .get()

/** When the company got its present name; 0 when that lies ahead of a clock that was set back. */
function namedSince({ db, env, now }: Pick<Deps, 'db' | 'env' | 'now'>): number {
  const { namedAt } = companyOf({ db, env })
  return namedAt !== null && namedAt <= now() ? namedAt : 0
}

/** Of several that are made at the same time the first one counts. */
async function makeOwn(deps: KeyDeps) {
  const { keys, now, log } = deps
  const { key, pkcs8 } = await makeSealKey(companyOf(deps).name, now())
  const { fingerprint, pem, expiresAt } = key
  const keySealed = seal(keys, contextOf(fingerprint), Buffer.from(pkcs8).toString('base64'))
  return transactSoon(deps, (deps) => {
    const other = newestOwn(deps)
    if (other) return other
    log.info({ fingerprint }, 'a certificate for sealing documents was made')
    return deps.db.orm
      .insert(documentCertificates)
      .values({ fingerprint, pem, keySealed, createdAt: now(), expiresAt })
      .returning()
      .get()
  })
}

/** An import may have stored the certificate without those that issued it. */
async function rememberOperators({ db, now }: KeyDeps, { fingerprint, pem, expiresAt }: SealKey) {
  const isTheirs = eq(documentCertificates.fingerprint, fingerprint)
  const stored = db.orm.select().from(documentCertificates).where(isTheirs).get()
  if (stored?.pem === pem) return
  await writeSoon(db, () =>
    db.orm
      .insert(documentCertificates)
      .values({ fingerprint, pem, createdAt: now(), expiresAt })
      .onConflictDoUpdate({ target: documentCertificates.fingerprint, set: { pem } })
      .run(),
  )
}

const contextOf = (fingerprint: string) => `document_certificates|key|${fingerprint}`
