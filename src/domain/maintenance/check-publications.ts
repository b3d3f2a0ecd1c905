import { termsVersions, termsWithdrawals } from '#db/schema/company.ts'
import { documentCertificates } from '#db/schema/documents.ts'
import type { Store } from '#src/deps.ts'
import { actionIn } from '#src/domain/audit/actions.ts'
import { provenEvents, valueIn } from '#src/domain/audit/chain.ts'
import { certificateFault } from '#src/domain/documents/certificates.ts'
import { publishedTerms } from '#src/domain/terms/versions.ts'

/** Compares what strangers rely on: the wording of the terms with the history, and certificates with their keys. */
export const publicationFaults = (store: Store): string[] => [
  ...termsFaults(store),
  ...store.db.orm
    .select()
    .from(documentCertificates)
    .all()
    .flatMap((row) => {
      const fault = certificateFault(store, row)
      return fault ? [`the certificate ${row.fingerprint}: ${fault}`] : []
    }),
]

function termsFaults(store: Store): string[] {
  const { orm } = store.db
  const events = provenEvents(store, actionIn('terms published', 'terms withdrawn'))
  const published = new Map(
    events
      .filter(({ action }) => action === 'terms published')
      .map(({ changes }) => [valueIn(changes, 'version'), changes]),
  )
  const withdrawn = events
    .filter(({ action }) => action === 'terms withdrawn')
    .map(({ changes }) => changes?.find(({ field }) => field === 'version')?.before)
  const stored = orm.select().from(termsVersions).all()
  const changed = stored.flatMap(({ version, inForceFrom, sha256 }) => {
    const changes = published.get(version)
    if (!changes) return [`terms ${version}: no event says that they were published`]
    const hash = valueIn(changes, 'sha256')
    const terms = publishedTerms(store, version)
    // before version 0.3.0 the event held another hash of the same words
    const isSame = sha256 === hash && [terms?.sha256, terms?.earlierSha256].includes(hash)
    if (!isSame) return [`terms ${version}: their words are not those that were published`]
    return inForceFrom === valueIn(changes, 'inForceFrom')
      ? []
      : [`terms ${version}: their first day is another`]
  })
  const lost = [...published.keys()]
    .filter((version) => !stored.some((terms) => terms.version === version))
    .map((version) => `terms ${version}: they are gone`)
  const undone = orm
    .select({ version: termsWithdrawals.version })
    .from(termsWithdrawals)
    .all()
    .filter(({ version }) => !withdrawn.includes(version))
    .map(({ version }) => `terms ${version}: no event says that they were withdrawn`)
  return [...changed, ...lost, ...undone]
}
