import { eq } from 'drizzle-orm'
import { applications, directors } from '#db/schema/applications.ts'
import { signatures } from '#db/schema/signatures.ts'
import type { Deps } from '#src/deps.ts'
import { Refusal, refusals } from '#src/domain/refusal.ts'
import { toDataUri } from '#src/security/signature-image.ts'

export type Application = typeof applications.$inferSelect
export type Signature = typeof signatures.$inferSelect
export type Director = { id: number; name: string; position: string | null }

/** One application by its reference; refuses with 'unknown' when there is none. */
export function findApplication({ db }: Pick<Deps, 'db'>, id: string): Application {
  const found = db.orm.select().from(applications).where(eq(applications.id, id)).get()
  if (!found) throw new Refusal('unknown', refusals.unknownApplication)
  return found
}

/** The directors of an application in the order they were given. */
export const directorsOf = ({ db }: Pick<Deps, 'db'>, application: Application): Director[] =>
  db.orm
    .select({ id: directors.id, name: directors.name, position: directors.position })
    .from(directors)
    .where(eq(directors.application, application.seq))
    .orderBy(directors.ordinal)
    .all()

/** The images of an application's signatures by their kind. */
export function signaturesOf({ db }: Pick<Deps, 'db'>, application: Application) {
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
export function authSignatureOf(deps: Pick<Deps, 'db'>, application: Application): string | null {
  const { authorisation } = signaturesOf(deps, application)
  return authorisation && toDataUri(authorisation.png)
}
