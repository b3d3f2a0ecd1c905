import { eq } from 'drizzle-orm'
import { clients } from '#db/schema/clients.ts'
import type { Deps } from '#src/deps.ts'
import { emailKey } from '#src/forms/normalise.ts'
import type { Application } from './applications.ts'

export type Client = typeof clients.$inferSelect

/** Opens the customer's account at the submit, without a password (contract 5.10); inside the submit's transaction. */
export function openAccount({ db, now }: Deps, application: Application): Client {
  const email = application.mainEmail ?? ''
  return db.orm
    .insert(clients)
    .values({ application: application.seq, email, emailKey: emailKey(email), createdAt: now() })
    .returning()
    .get()
}

/** The account of an application, if it has one. */
export const clientOf = ({ db }: Pick<Deps, 'db'>, application: Application): Client | null =>
  db.orm.select().from(clients).where(eq(clients.application, application.seq)).get() ?? null
