import { createHash } from 'node:crypto'
import { and, eq, sql } from 'drizzle-orm'
import { applications, directors, signatures } from '#db/schema/applications.ts'
import type { Change } from '#db/schema/events.ts'
import type { Writing } from '#db/transaction.ts'
import type { Store } from '#src/deps.ts'
import { Refusal, refusals } from '#src/domain/refusal.ts'
import type { FieldValue } from '#src/forms/fields/field.ts'
import type { FieldValues } from '#src/forms/fields/fields.ts'
import { companyNumberKey, emailKey, telephoneKey, vatKey } from '#src/forms/fields/normalised.ts'
import { type DirectorInput, faultOf } from '#src/forms/fields/schema.ts'
import { toDataUri } from '#src/security/png.ts'
import { crockford } from '#src/security/tokens.ts'
import { writeSearchText } from './search-text.ts'

export type Application = typeof applications.$inferSelect
export type Signature = typeof signatures.$inferSelect
/** `sentSha256` is the hash of the data URI that was sent; `null` for a typed name. */
export type SignatureImage = { png: Uint8Array; hasInk: boolean; sentSha256: string | null }
export type Director = { id: number; name: string; position: string | null }

export const isReference = (text: string) =>
  new RegExp(`^[${crockford}]{4}(-[${crockford}]{4}){2}$`).test(text)

/** Returns the application with this reference. Refuses 'unknown'. */
export function findApplication({ db }: Store, id: string): Application {
  const application = db.orm.select().from(applications).where(eq(applications.id, id)).get()
  if (!application) throw new Refusal('unknown', refusals.unknownApplication)
  return application
}

/** Saves the change and raises the version by one. */
export function changeApplication(
  tx: Writing<Store>,
  { seq }: Application,
  values: Partial<Application>,
): Application {
  const changed = tx.db.orm
    .update(applications)
    .set({ ...values, updatedAt: tx.now(), version: sql`${applications.version} + 1` })
    .where(eq(applications.seq, seq))
    .returning()
    .get()
  return writeSearchText(tx, changed)
}

/** Refuses 'stale' when the caller saw another version. With `null` the caller did not say which version it saw. */
export function refuseStale(
  { version }: Pick<Application, 'version'>,
  expected: number | null,
  words: string = refusals.staleRecord,
) {
  if (expected !== null && expected !== version) throw new Refusal('stale', words)
}

/**
 * Returns the main address that was entered with the draft's own cookie, or ''. The draft's links are sent to no other
 * address.
 */
export const applicantAddress = ({ applicantEmail, mainEmail }: Application): string =>
  applicantEmail ?? mainEmail ?? ''

export const directorsOf = ({ db }: Store, application: Application): Director[] =>
  db.orm
    .select({ id: directors.id, name: directors.name, position: directors.position })
    .from(directors)
    .where(eq(directors.application, application.seq))
    .orderBy(directors.ordinal)
    .all()

export function signaturesOf({ db }: Store, application: Application) {
  const rows = db.orm
    .select()
    .from(signatures)
    .where(eq(signatures.application, application.seq))
    .all()
  return {
    authorisation: rows.find(({ kind }) => kind === 'authorisation') ?? null,
    finance: rows.find(({ kind }) => kind === 'finance') ?? null,
  }
}

export function signatureOnFile(deps: Store, application: Application) {
  const { authorisation } = signaturesOf(deps, application)
  if (!authorisation) return null
  return { image: toDataUri(authorisation.png), isTyped: authorisation.typedName !== null }
}

export const authSignatureOf = (deps: Store, application: Application): string | null =>
  signatureOnFile(deps, application)?.image ?? null

/** Replaces the directors. The caller must write the search text afterwards. */
export function listDirectors({ db }: Writing<Store>, { seq }: Application, list: DirectorInput[]) {
  const { orm } = db
  orm.delete(directors).where(eq(directors.application, seq)).run()
  if (list.length === 0) return
  orm
    .insert(directors)
    .values(list.map((director, ordinal) => ({ ...director, ordinal, application: seq })))
    .run()
}

/** `image: null` removes the stored signature. */
export type NewSignature = {
  image: SignatureImage | null
  typedName: string | null
}

export function storeSignature(
  { db }: Writing<Store>,
  { seq }: Application,
  { image, typedName }: NewSignature,
) {
  db.orm
    .delete(signatures)
    .where(and(eq(signatures.application, seq), eq(signatures.kind, 'authorisation')))
    .run()
  if (!image) return
  const { hasInk, sentSha256 } = image
  const png = Buffer.from(image.png)
  db.orm
    .insert(signatures)
    .values({ application: seq, kind: 'authorisation', png, hasInk, typedName, sentSha256 })
    .run()
}

export function changesOf(
  application: Partial<Application>,
  fields: Record<string, FieldValue | undefined>,
): Change[] {
  const stored = application as Record<string, FieldValue | undefined>
  return Object.entries(fields).flatMap(([field, value]) => {
    const before = asText(stored[field] ?? null)
    const after = asText(value ?? null)
    return before === after ? [] : [{ field, before, after }]
  })
}

export function directorsChange(before: DirectorInput[], after: DirectorInput[]): Change | null {
  if (sameDirectors(before, after)) return null
  const [from, to] = [before, after].map(directorLines)
  return { field: 'directors', before: from || null, after: to || null }
}

export function columnsOf(fields: FieldValues): Partial<Application> {
  const columns: Record<string, FieldValue> = { ...fields }
  if ('accountType' in fields) columns.accountType = fields.accountType ?? 'credit'
  for (const [name, keyOf] of Object.entries(keyed)) {
    const value = fields[name as keyof typeof keyed]
    if (value !== undefined) columns[`${name}Key`] = typeof value === 'string' ? keyOf(value) : null
  }
  return columns as Partial<Application>
}

export const imageMark = (png: Uint8Array) =>
  `image sha256:${createHash('sha256').update(png).digest('hex')}`

const keyed = {
  // an unfinished address gets no key, because several drafts may have the same unfinished address
  mainEmail: (email: string) => (faultOf('mainEmail', email) ? null : emailKey(email)),
  coRegistration: companyNumberKey,
  vatNo: vatKey,
  telephone: telephoneKey,
}

/** Compares field by field, because in the text a comma within a name looks like the comma before a position. */
const sameDirectors = (before: DirectorInput[], after: DirectorInput[]) =>
  before.length === after.length &&
  before.every(
    ({ name, position }, index) =>
      name === after[index]?.name && position === after[index]?.position,
  )

export const directorLines = (list: DirectorInput[]) =>
  list.map(({ name, position }) => (position ? `${name}, ${position}` : name)).join('\n')

export function asText(value: FieldValue): string | null {
  if (value === null) return null
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  return (Array.isArray(value) ? value.join(', ') : value) || null
}
