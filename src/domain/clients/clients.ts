import { eq } from 'drizzle-orm'
import { applications } from '#db/schema/applications.ts'
import { clientSessions, clients, passwordTokens, signInMoves } from '#db/schema/clients.ts'
import type { Writing } from '#db/transaction.ts'
import type { Store } from '#src/deps.ts'
import type { ClientActor } from '#src/domain/actor.ts'
import { Refusal, refusals } from '#src/domain/refusal.ts'
import { emailKey } from '#src/forms/fields/normalised.ts'
import type { Correspondent } from '#src/mail/email.ts'
import { endFormBrowsers } from './form-browsers.ts'

export type Client = typeof clients.$inferSelect
type Application = typeof applications.$inferSelect
/**
 * Opens the portal account of an application. `signedFrom` is the address whose link was used to sign: if it is the
 * main address, that address is confirmed.
 */
export function openPortalAccount(
  { db, now }: Store,
  application: Application,
  signedFrom?: string | null,
): Client {
  const email = application.mainEmail ?? ''
  const key = emailKey(email)
  const signedEmailKey = emailKey(signedFrom ?? '') === key ? key : null
  return db.orm
    .insert(clients)
    .values({
      application: application.seq,
      email,
      emailKey: key,
      signedEmailKey,
      createdAt: now(),
    })
    .returning()
    .get()
}

export const clientByApplication = ({ db }: Store, application: Application): Client | null =>
  db.orm.select().from(clients).where(eq(clients.application, application.seq)).get() ?? null

/**
 * Returns what every email to the customer says of its recipient. Opens the portal account if there is none.
 */
export function ensureRecipient(deps: Store, application: Application) {
  const { id, businessName, mainEmail } = application
  const to = { name: businessName ?? '', address: mainEmail ?? '' }
  const client = clientByApplication(deps, application) ?? openPortalAccount(deps, application)
  return { application: id, businessName: to.name, to, client: client.id }
}

export const clientByEmail = ({ db }: Store, email: string): Client | null =>
  db.orm
    .select()
    .from(clients)
    .where(eq(clients.emailKey, emailKey(email)))
    .get() ?? null

export function applicationOfClient(
  { db }: Store,
  { application }: Pick<ClientActor, 'application'>,
): Application {
  const row = db.orm.select().from(applications).where(eq(applications.seq, application)).get()
  if (!row) throw new Refusal('unknown', refusals.unknownApplication)
  return row
}

export const clientActor = ({ id, application, email }: Client, address?: string): ClientActor => ({
  kind: 'client',
  id,
  application,
  email,
  sessionHash: '',
  address,
})

export const correspondentOf = (client: Client, { businessName }: Application): Correspondent => ({
  name: businessName ?? '',
  address: client.email,
})

/**
 * Changes the address that a client signs in with. It ends sessions, links and open forms, and removes the password
 * unless the owner has confirmed the new address. Nothing else writes this address.
 */
export function changeSignInAddress(
  store: Writing<Store>,
  client: number,
  email: string,
  { keepPassword = false } = {},
) {
  const { application } = store.db.orm
    .update(clients)
    .set({
      email,
      emailKey: emailKey(email),
      signedEmailKey: null,
      passwordHash: keepPassword ? undefined : null,
    })
    .where(eq(clients.id, client))
    .returning()
    .get()
  voidPasswordLinks(store, client)
  voidMove(store, client)
  endClientSessions(store, client)
  endFormBrowsers(store, application)
}

export function voidPasswordLinks({ db }: Store, client: number) {
  db.orm.delete(passwordTokens).where(eq(passwordTokens.client, client)).run()
}

export function voidMove({ db }: Store, client: number) {
  db.orm.delete(signInMoves).where(eq(signInMoves.client, client)).run()
}

export function endClientSessions({ db }: Store, client: number) {
  db.orm.delete(clientSessions).where(eq(clientSessions.client, client)).run()
}
