import { X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { and, eq, isNotNull, isNull } from 'drizzle-orm'
import { applications } from '#db/schema/applications.ts'
import { documentCertificates, documents } from '#db/schema/documents.ts'
import { transact, type Writing } from '#db/transaction.ts'
import type { Application } from '#src/domain/applications/application.ts'
import { Refusal } from '#src/domain/refusal.ts'
import { issuedCertificates } from '#src/domain/sealing/issued-certificates.ts'
import { type OpenedDocument, readDocument, UnusableDocument } from './read-document.ts'
import { rebuildDecision, rebuildSubmitted, type Store } from './rebuild.ts'

/** What became of a file; `why` in plain words. */
export type Imported = { path: string; outcome: 'imported' | 'held' | 'refused'; why?: string }

/**
 * Rebuilds applications from the files of sealed documents, each in a transaction of its own, in the order in which
 * they were issued. Takes documents sealed by a certificate of this installation or one of `certificates` (PEM).
 */
export async function importDocuments(
  deps: Store,
  paths: string[],
  certificates: string[],
): Promise<Imported[]> {
  const trusted = trustedCertificates(deps, certificates)
  const results: Imported[] = []
  const found: { path: string; place: [string, number] }[] = []
  for (const path of paths) {
    try {
      const { data } = await readDocument(readFileSync(path), [...trusted.keys()])
      found.push({ path, place: [data.application, data.history.event] })
    } catch (error) {
      results.push(refused(path, error))
    }
  }
  found.sort(({ place: [a, m] }, { place: [b, n] }) => (a === b ? m - n : a < b ? -1 : 1))
  for (const { path } of found) {
    try {
      const document = await readDocument(readFileSync(path), [...trusted.keys()])
      if (document.kind === 'countersigned')
        importFile(deps, await readDocument(document.signed, [...trusted.keys()]), trusted)
      const isNew = importFile(deps, document, trusted)
      results.push({ path, outcome: isNew ? 'imported' : 'held' })
    } catch (error) {
      results.push(refused(path, error))
    }
  }
  return results
}

/** Returns false when the document is here already. */
function importFile(deps: Store, document: OpenedDocument, trusted: Map<string, string>): boolean {
  return transact(deps, (deps) => {
    const { application: id } = document.data
    refuseErased(deps, id)
    const [held] = deps.db.orm
      .select({ id: documents.id })
      .from(documents)
      .where(eq(documents.sha256, document.sha256))
      .all()
    if (held) return false
    keepCertificate(deps, document.certificate, trusted.get(document.certificate) ?? '')
    if (sealPending(deps, document)) return true
    const stored =
      deps.db.orm.select().from(applications).where(eq(applications.id, id)).get() ?? null
    const event = rebuild(deps, stored, document)
    store(deps, document, event)
    return true
  })
}

function rebuild(
  deps: Writing<Store>,
  stored: Application | null,
  { kind, data, signature }: OpenedDocument,
): number {
  if (kind === 'signed') {
    if (stored && stored.status !== 'draft')
      throw new UnusableDocument(`Application ${stored.id} is here already, signed otherwise.`)
    return rebuildSubmitted(deps, stored, data, signature)
  }
  if (!stored) throw new UnusableDocument('The application it decides on is not here.')
  return rebuildDecision(deps, stored, data, signature)
}

/** The same frozen data may wait here to be sealed, in a copy made at that moment: this file is its document then. */
function sealPending({ db }: Writing<Store>, document: OpenedDocument): boolean {
  const { pdf, sha256, certificate, sealedAt, timestampedAt } = document
  return (
    db.orm
      .update(documents)
      .set({ pdf, sha256, certificate, sealedAt, timestampedAt })
      .where(and(eq(documents.data, document.text), isNull(documents.sealedAt)))
      .run().changes > 0
  )
}

function store({ db }: Writing<Store>, document: OpenedDocument, event: number) {
  const { pdf, sha256, certificate, sealedAt, timestampedAt, kind, data, text, signature } =
    document
  const frozenAt = Date.parse('signedAt' in data ? data.signedAt : data.decidedAt)
  db.orm
    .insert(documents)
    .values({
      ...{ application: data.application, kind, event, frozenAt, nextAt: frozenAt, data: text },
      ...{ signature, pdf, sha256, certificate, sealedAt, timestampedAt },
    })
    .run()
}

/** Somebody who was erased does not come back with an old file. */
function refuseErased({ db }: Writing<Store>, application: string) {
  const erased = db.orm
    .select({ id: documents.id })
    .from(documents)
    .where(and(eq(documents.application, application), isNotNull(documents.erasedAt)))
    .get()
  if (erased) throw new UnusableDocument(`Application ${application} was erased here.`)
}

function keepCertificate({ db }: Writing<Store>, fingerprint: string, pem: string) {
  const { validFromDate, validToDate } = new X509Certificate(pem)
  db.orm
    .insert(documentCertificates)
    .values({
      ...{ fingerprint, pem },
      ...{ createdAt: validFromDate.getTime(), expiresAt: validToDate.getTime() },
    })
    .onConflictDoNothing()
    .run()
}

/** PEM texts by fingerprint: those of this installation, and those that the operator names. */
function trustedCertificates(deps: Store, certificates: string[]): Map<string, string> {
  const named = certificates.flatMap((text) => {
    const blocks = text.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g)
    if (!blocks) throw new UnusableDocument('The file of certificates holds none in PEM.')
    return blocks.map((pem) => [fingerprintOf(pem), `${pem}\n`] as const)
  })
  const own = issuedCertificates(deps).map(({ fingerprint, pem }) => [fingerprint, pem] as const)
  return new Map([...named, ...own])
}

const fingerprintOf = (pem: string) =>
  new X509Certificate(pem).fingerprint256.replaceAll(':', '').toLowerCase()

function refused(path: string, error: unknown): Imported {
  if (!(error instanceof UnusableDocument || error instanceof Refusal || isFileError(error)))
    throw error
  return { path, outcome: 'refused', why: error.message }
}

const isFileError = (error: unknown): error is Error =>
  error instanceof Error && 'code' in error && /^E[A-Z]+$/.test(String(error.code))
