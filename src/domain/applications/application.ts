import { and, eq } from 'drizzle-orm'
import { applications, directors } from '#db/schema/applications.ts'
import { signatures } from '#db/schema/signatures.ts'
import type { Writing } from '#db/transaction.ts'
import type { Store } from '#src/deps.ts'
import { Refusal, refusals } from '#src/domain/refusal.ts'
import type { DirectorInput } from '#src/forms/fields/schema.ts'
import { toDataUri } from '#src/security/signature-image.ts'

export type Application = typeof applications.$inferSelect
export type Signature = typeof signatures.$inferSelect
export type Director = { id: number; name: string; position: string | null }

/** One application by its reference; refuses with 'unknown' when there is none. */
export function findApplication({ db }: Store, id: string): Application {
  const found = db.orm.select().from(applications).where(eq(applications.id, id)).get()
  if (!found) throw new Refusal('unknown', refusals.unknownApplication)
  return found
}

/** Refuses 'stale' when the caller saw another version than the present one; `null`: the caller did not say. */
export function refuseStale(
  { version }: Pick<Application, 'version'>,
  seen: number | null,
  words: string = refusals.staleRecord,
) {
  if (seen !== null && seen !== version) throw new Refusal('stale', words)
}

/** The main address that came with a draft's own cookie, or '': its links go nowhere else (rule 41). */
export const applicantAddress = ({ applicantEmail, mainEmail }: Application): string =>
  applicantEmail ?? mainEmail ?? ''

/** The directors of an application in the order they were given. */
export const directorsOf = ({ db }: Store, application: Application): Director[] =>
  db.orm
    .select({ id: directors.id, name: directors.name, position: directors.position })
    .from(directors)
    .where(eq(directors.application, application.seq))
    .orderBy(directors.ordinal)
    .all()

/** The images of an application's signatures by their kind. */
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

/** The registration's own signature as the image data string of the form, or `null`. */
export function authSignatureOf(deps: Store, application: Application): string | null {
  const { authorisation } = signaturesOf(deps, application)
  return authorisation && toDataUri(authorisation.png)
}

/** Writes the list, inside the caller's transaction. */
export function listDirectors(
  { db }: Writing<Store>,
  application: Application,
  list: DirectorInput[],
) {
  db.orm.delete(directors).where(eq(directors.application, application.seq)).run()
  for (const [ordinal, director] of list.entries())
    db.orm
      .insert(directors)
      .values({ ...director, ordinal, application: application.seq })
      .run()
}

/** A signature to store; `null` removes the stored one. `sentSha256` is of the data URI that the image came in. */
export type NewSignature = {
  image: { png: Uint8Array; hasInk: boolean; sentSha256: string | null } | null
  typedName: string | null
}

/** Puts the signature in the place of the stored one. */
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
