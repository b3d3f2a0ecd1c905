import { eq, sql } from 'drizzle-orm'
import { applications, directors } from '#db/schema/applications.ts'
import { signatures } from '#db/schema/signatures.ts'
import { perConnection } from '#db/statements.ts'
import type { Deps } from '#src/deps.ts'
import { Refusal, refusals } from '#src/domain/refusal.ts'
import { toDataUri } from '#src/security/signature-image.ts'

export type Application = typeof applications.$inferSelect
export type Signature = typeof signatures.$inferSelect
export type Director = { id: number; name: string; position: string | null }

/** One application by its reference; refuses with 'unknown' when there is none. */
export function findApplication({ db }: Pick<Deps, 'db'>, id: string): Application {
  const found = byId(db).get({ id })
  if (!found) throw new Refusal('unknown', refusals.unknownApplication)
  return found
}

const byId = perConnection((orm) =>
  orm
    .select()
    .from(applications)
    .where(eq(applications.id, sql.placeholder('id')))
    .prepare(),
)

/** The directors of an application in the order they were given. */
export function directorsOf({ db }: Pick<Deps, 'db'>, application: Application): Director[] {
  return directorsBy(db).all({ application: application.seq })
}

const directorsBy = perConnection((orm) =>
  orm
    .select({ id: directors.id, name: directors.name, position: directors.position })
    .from(directors)
    .where(eq(directors.application, sql.placeholder('application')))
    .orderBy(directors.place)
    .prepare(),
)

/** The images of an application's signatures by their kind. */
export function signaturesOf({ db }: Pick<Deps, 'db'>, application: Application) {
  const rows = signaturesBy(db).all({ application: application.seq })
  return {
    authorisation: rows.find(({ kind }) => kind === 'authorisation') ?? null,
    finance: rows.find(({ kind }) => kind === 'finance') ?? null,
  }
}

const signaturesBy = perConnection((orm) =>
  orm
    .select()
    .from(signatures)
    .where(eq(signatures.application, sql.placeholder('application')))
    .prepare(),
)

/** The registration's own signature as the image data string of the form, or `null`. */
export function authSignatureOf(deps: Pick<Deps, 'db'>, application: Application): string | null {
  const { authorisation } = signaturesOf(deps, application)
  return authorisation && toDataUri(authorisation.png)
}
