import { setTimeout } from 'node:timers/promises'
import { and, desc, eq, getTableColumns, isNull, type SQL } from 'drizzle-orm'
import { documents } from '#db/schema/documents.ts'
import type { Deps, Store } from '#src/deps.ts'
import { Refusal, refusals } from '#src/domain/refusal.ts'
import type { SignedData } from './frozen-data.ts'

export type DocumentKind = 'signed' | 'countersigned'

/** `json` is the canonical text of what was signed, `png` the customer's signature. */
type SignedInFull = {
  json: string
  png: Buffer | null
  pdf: Buffer
  sha256: string
  sealedAt: number
}

/** A document without its bytes. */
export type IssuedDocument = Omit<typeof documents.$inferSelect, 'data' | 'signature' | 'pdf'>

/** The signed document of an application, or its newest countersigned one; `null` when there is none. */
export const documentOf = (
  { db }: Store,
  application: string,
  kind: DocumentKind,
): IssuedDocument | null =>
  db.orm
    .select(facts)
    .from(documents)
    .where(ofApplication(application, eq(documents.kind, kind)))
    .orderBy(desc(documents.frozenAt), desc(documents.id))
    .limit(1)
    .get() ?? null

/** Every document of an application, in the order in which they were frozen. */
export const documentsOf = ({ db }: Store, application: string): IssuedDocument[] =>
  db.orm.select(facts).from(documents).where(ofApplication(application)).orderBy(documents.id).all()

/** Which documents an application has, sealed or about to be. */
export const documentKindsOf = (deps: Store, { id }: { id: string }): DocumentKind[] => [
  ...new Set(documentsOf(deps, id).map(({ kind }) => kind)),
]

/**
 * The sealed file of an application's signed document, or of its newest countersigned one. Refuses 'unknown' when there
 * is none, 'unavailable' while it is being made.
 */
export function issuedFile(deps: Store, { id }: { id: string }, kind: DocumentKind): Buffer {
  const document = documentOf(deps, id, kind)
  if (!document) throw new Refusal('unknown', refusals.noDocument[kind])
  const file = deps.db.orm
    .select({ pdf: documents.pdf })
    .from(documents)
    .where(eq(documents.id, document.id))
    .get()?.pdf
  if (!file) throw new Refusal('unavailable', refusals.documentPending, { retryAfter: 5 })
  return file
}

/** Milliseconds that a request waits for a document that is being made, and between two looks. */
const wait = { most: 8000, between: 100 }

/** Like `issuedFile`; a document that is about to be made is waited for. */
export async function issuedFileSoon(
  deps: Deps,
  application: { id: string },
  kind: DocumentKind,
): Promise<Buffer> {
  const end = performance.now() + wait.most
  for (;;) {
    try {
      return issuedFile(deps, application, kind)
    } catch (error) {
      const isMade = deps.sealing.since !== null && !isSealingPaused(deps)
      if (!isMade || deps.draining() || performance.now() > end) throw error
      if (!(error instanceof Refusal) || error.kind !== 'unavailable') throw error
    }
    await setTimeout(wait.between)
  }
}

/** Whether documents wait, because a certificate would need a clock that is trusted, or because the disk is full. */
export const isSealingPaused = ({ sealing, disk }: Deps) => sealing.waitsForClock || disk.isFull

/** A sealed signed document with everything in it; `null` until it is sealed. */
export function signedInFull({ db }: Store, application: string): SignedInFull | null {
  const row = db.orm
    .select()
    .from(documents)
    .where(ofApplication(application, eq(documents.kind, 'signed')))
    .get()
  if (!row?.data || !row.pdf || !row.sha256 || row.sealedAt === null) return null
  const { data, signature, pdf, sha256, sealedAt } = row
  return { json: data, png: signature, pdf, sha256, sealedAt }
}

/** What the applicant signed; `null` for a draft, and for an application that was not signed here. */
export function signedDataOf({ db }: Store, application: string): SignedData | null {
  const row = db.orm
    .select({ data: documents.data })
    .from(documents)
    .where(ofApplication(application, eq(documents.kind, 'signed')))
    .get()
  return row?.data ? (JSON.parse(row.data) as SignedData) : null
}

const { data: _, signature: __, pdf: ___, ...facts } = getTableColumns(documents)

const ofApplication = (application: string, more?: SQL) =>
  and(eq(documents.application, application), isNull(documents.erasedAt), more)
