import { X509Certificate } from 'node:crypto'
import { and, eq, isNotNull, isNull } from 'drizzle-orm'
import { applications } from '#db/schema/applications.ts'
import { documentCertificates, documents } from '#db/schema/documents.ts'
import { transact, type Writing } from '#db/transaction.ts'
import type { Application } from '#src/domain/applications/application.ts'
import { enqueueDocument } from '#src/domain/outbox/document-queue.ts'
import { Refusal } from '#src/domain/refusal.ts'
import { issuedCertificates } from '#src/domain/sealing/issued-certificates.ts'
import { type DocumentFile, isHere } from './document-files.ts'
import { type OpenedDocument, readDocument, UnusableDocument } from './read-document.ts'
import { rebuildDecision, rebuildSubmitted, type Store } from './rebuild.ts'

/** What became of a file; `why` in plain words. */
export type Imported = { path: string; outcome: 'imported' | 'held' | 'refused'; why?: string }

/**
 * Rebuilds applications from the files of sealed documents, each in a transaction of its own, in the order of
 * signing and deciding. Takes documents sealed by a certificate of this installation or one of `certificates` (PEM).
 */
export async function importDocuments(
  deps: Store,
  files: DocumentFile[],
  certificates: string[],
): Promise<Imported[]> {
  const trusted = trustedCertificates(deps, certificates)
  const results: Imported[] = []
  const found: { file: DocumentFile; at: number; event: number }[] = []
  for (const file of files) {
    if (isHere(deps, file)) {
      results.push({ path: file.path, outcome: 'held' })
      continue
    }
    try {
      const { data } = await readDocument(await file.read(), [...trusted.keys()])
      found.push({ file, at: timeOf(data), event: data.history.event })
    } catch (error) {
      results.push(refused(file, error))
    }
  }
  found.sort((a, b) => a.at - b.at || a.event - b.event)
  let waiting = found.map(({ file }) => file)
  for (;;) {
    const conflicts: { file: DocumentFile; error: unknown }[] = []
    for (const file of waiting) {
      try {
        results.push({ path: file.path, outcome: await importOne(deps, file, trusted) })
      } catch (error) {
        if (error instanceof Refusal) conflicts.push({ file, error })
        else results.push(refused(file, error))
      }
    }
    // another document may show that the holder has left the address since
    if (conflicts.length === waiting.length)
      return [...results, ...conflicts.map(({ file, error }) => refused(file, error))]
    waiting = conflicts.map(({ file }) => file)
  }
}

/** The file is read again, so that one at a time is in memory. */
async function importOne(
  deps: Store,
  file: DocumentFile,
  trusted: Map<string, string>,
): Promise<'imported' | 'held'> {
  const document = await readDocument(await file.read(), [...trusted.keys()])
  if (document.kind === 'countersigned')
    importFile(deps, await readDocument(document.signed, [...trusted.keys()]), trusted)
  return importFile(deps, document, trusted) ? 'imported' : 'held'
}

const timeOf = (data: OpenedDocument['data']) =>
  Date.parse('signedAt' in data ? data.signedAt : data.decidedAt)

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
    const pending = sealPending(deps, document)
    if (pending !== null) {
      enqueueDocument(deps, { id: pending, application: id })
      return true
    }
    const stored =
      deps.db.orm.select().from(applications).where(eq(applications.id, id)).get() ?? null
    const event = rebuild(deps, stored, document)
    enqueueDocument(deps, { id: store(deps, document, event), application: id })
    return true
  })
}

function rebuild(
  deps: Writing<Store>,
  stored: Application | null,
  { kind, data, text, signature }: OpenedDocument,
): number {
  if (kind === 'signed') {
    if (stored && stored.status !== 'draft')
      throw new UnusableDocument(hereAlready(deps, stored, text))
    return rebuildSubmitted(deps, stored, data, signature)
  }
  if (!stored) throw new UnusableDocument('The application it decides on is not here.')
  return rebuildDecision(deps, stored, data, signature)
}

/** A copy that was taken before the document was sealed makes another file of the same data. */
function hereAlready({ db }: Writing<Store>, { id }: Application, text: string): string {
  const [twin] = db.orm
    .select({ id: documents.id })
    .from(documents)
    .where(and(eq(documents.application, id), eq(documents.data, text)))
    .all()
  const how = twin ? 'and the same data was sealed again here in another file' : 'signed otherwise'
  return `Application ${id} is here already, ${how}.`
}

/**
 * The same frozen data may wait here to be sealed, in a copy made at that moment: this file is its document then. Returns
 * its number, or `null`.
 */
function sealPending({ db }: Writing<Store>, document: OpenedDocument): number | null {
  const { pdf, sha256, certificate, sealedAt, timestampedAt } = document
  return (
    db.orm
      .update(documents)
      .set({ pdf, sha256, certificate, sealedAt, timestampedAt })
      .where(
        and(
          eq(documents.application, document.data.application),
          eq(documents.data, document.text),
          isNull(documents.sealedAt),
        ),
      )
      .returning({ id: documents.id })
      .get()?.id ?? null
  )
}

function store({ db }: Writing<Store>, document: OpenedDocument, event: number): number {
  const { pdf, sha256, certificate, sealedAt, timestampedAt, kind, data, text, signature } =
    document
  const frozenAt = timeOf(data)
  return db.orm
    .insert(documents)
    .values({
      ...{ application: data.application, kind, event, frozenAt, nextAt: frozenAt, data: text },
      ...{ signature, pdf, sha256, certificate, sealedAt, timestampedAt },
    })
    .returning({ id: documents.id })
    .get().id
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

function refused({ path }: DocumentFile, error: unknown): Imported {
  if (!(error instanceof UnusableDocument || error instanceof Refusal || isFileError(error)))
    throw error
  return { path, outcome: 'refused', why: error.message }
}

const isFileError = (error: unknown): error is Error =>
  error instanceof Error && 'code' in error && /^E[A-Z]+$/.test(String(error.code))
