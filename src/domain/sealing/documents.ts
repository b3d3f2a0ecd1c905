import { and, desc, eq, getTableColumns, isNull, type SQL } from 'drizzle-orm'
import { documents } from '#db/schema/documents.ts'
import type { Deps } from '#src/deps.ts'
import type { SignedData } from './frozen-data.ts'

export type DocumentKind = 'signed' | 'countersigned'

/** `data` is the canonical text of what was signed. */
type SignedInFull = {
  data: string
  signature: Buffer | null
  pdf: Buffer
  sha256: string
  sealedAt: number
}

/** A document without its bytes. */
export type IssuedDocument = Omit<typeof documents.$inferSelect, 'data' | 'signature' | 'pdf'>

/** The signed document of an application, or its newest countersigned one; `null` when there is none. */
export const documentOf = (
  { db }: Pick<Deps, 'db'>,
  application: string,
  kind: DocumentKind,
): IssuedDocument | null =>
  db.orm
    .select(facts)
    .from(documents)
    .where(ofApplication(application, eq(documents.kind, kind)))
    .orderBy(desc(documents.id))
    .limit(1)
    .get() ?? null

/** Every document of an application, in the order in which they were frozen. */
export const documentsOf = ({ db }: Pick<Deps, 'db'>, application: string): IssuedDocument[] =>
  db.orm.select(facts).from(documents).where(ofApplication(application)).orderBy(documents.id).all()

/** The sealed file of a document; `null` until it is sealed and after it was erased. */
export const sealedFile = ({ db }: Pick<Deps, 'db'>, id: number): Buffer | null =>
  db.orm.select({ pdf: documents.pdf }).from(documents).where(eq(documents.id, id)).get()?.pdf ??
  null

/** A sealed signed document with everything in it; `null` until it is sealed. */
export function signedInFull({ db }: Pick<Deps, 'db'>, application: string): SignedInFull | null {
  const row = db.orm
    .select()
    .from(documents)
    .where(ofApplication(application, eq(documents.kind, 'signed')))
    .get()
  if (!row?.data || !row.pdf || !row.sha256 || row.sealedAt === null) return null
  const { data, signature, pdf, sha256, sealedAt } = row
  return { data, signature, pdf, sha256, sealedAt }
}

/** What the applicant signed; `null` for a draft, and for an application that was not signed here. */
export function signedDataOf({ db }: Pick<Deps, 'db'>, application: string): SignedData | null {
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
