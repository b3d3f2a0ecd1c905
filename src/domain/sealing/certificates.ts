import { and, desc, eq, gt, isNotNull, lte } from 'drizzle-orm'
import { documentCertificates } from '#db/schema/documents.ts'
import { transactSoon, writeSoon } from '#db/write-lock.ts'
import type { Deps } from '#src/deps.ts'
import { days } from '#src/domain/durations.ts'
import { makeSealKey, readSealKey } from '#src/pdf/seal/seal-key.ts'
import type { SealKey } from '#src/pdf/seal/sealed-pdf.ts'
import { seal, unseal } from '#src/security/seal.ts'

type KeyDeps = Pick<Deps, 'db' | 'keys' | 'env' | 'now' | 'log' | 'operatorKey'>

/** How long before its end a certificate is replaced. */
const renewedBefore = days(30)

/**
 * The key that seals documents now: the operator's while it is valid, else the installation's own, which is made when
 * there is none or it ends within 30 days (rule 159).
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

/** The newest own certificate with time left. One from the future was made under a clock that was set back since. */
const newestOwn = ({ db, now }: Pick<Deps, 'db' | 'now'>) =>
  db.orm
    .select()
    .from(documentCertificates)
    .where(
      and(
        isNotNull(documentCertificates.keySealed),
        lte(documentCertificates.createdAt, now()),
        gt(documentCertificates.expiresAt, now() + renewedBefore),
      ),
    )
    .orderBy(desc(documentCertificates.createdAt))
    .limit(1)
    .get()

/** Of several that are made at the same time the first one counts. */
async function makeOwn(deps: KeyDeps) {
  const { env, keys, now, log } = deps
  const { key, pkcs8 } = await makeSealKey(env.COMPANY_NAME, now())
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

async function rememberOperators({ db, now }: KeyDeps, { fingerprint, pem, expiresAt }: SealKey) {
  const isTheirs = eq(documentCertificates.fingerprint, fingerprint)
  const stored = db.orm.select().from(documentCertificates).where(isTheirs).get()
  if (stored) return
  await writeSoon(db, () =>
    db.orm
      .insert(documentCertificates)
      .values({ fingerprint, pem, createdAt: now(), expiresAt })
      .onConflictDoNothing()
      .run(),
  )
}

const contextOf = (fingerprint: string) => `document_certificates|key|${fingerprint}`
