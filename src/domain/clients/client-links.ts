import { and, eq, gt, lt } from 'drizzle-orm'
import { clients, passwordTokens, signInMoves } from '#db/schema/clients.ts'
import { transact } from '#db/transaction.ts'
import type { Deps, Store } from '#src/deps.ts'
import { recordEvent } from '#src/domain/audit/events.ts'
import { enqueue } from '#src/domain/jobs/email-jobs.ts'
import { type EmailLink, linkLifetime, newEmailLink } from '#src/domain/jobs/email-links.ts'
import { Refusal, refusals } from '#src/domain/refusal.ts'
import { hashPassword, refuseCommonPassword } from '#src/domain/sign-in/passwords.ts'
import { emailKey } from '#src/forms/fields/normalised.ts'
import { hashToken, newToken } from '#src/security/tokens.ts'
import {
  applicationOfClient,
  type Client,
  clientActor,
  correspondentOf,
  endClientSessions,
  voidMove,
  voidPasswordLinks,
} from './clients.ts'
import { enqueueDocuments, isConfirmedMailbox } from './confirmed-mailbox.ts'
import { endFormBrowsers } from './form-browsers.ts'

/**
 * Sets a client's password by a link. Every bad token is refused with the same words. If the password is refused, the
 * link still works.
 */
export async function setClientPassword(
  deps: Deps,
  { token, password }: { token: string; password: string },
  address: string,
): Promise<void> {
  clientOfLink(deps, token)
  await refuseCommonPassword(password)
  const passwordHash = await hashPassword(deps, password, address)
  transact(deps, (tx) => {
    const client = clientOfLink(tx, token)
    const application = applicationOfClient(tx, client)
    tx.db.orm.update(clients).set({ passwordHash }).where(eq(clients.id, client.id)).run()
    voidPasswordLinks(tx, client.id)
    endClientSessions(tx, client.id)
    endFormBrowsers(tx, application.seq)
    voidMove(tx, client.id)
    const to = correspondentOf(client, application)
    const kind = client.passwordHash === null ? 'password-set' : 'password-changed'
    enqueue(tx, { kind, to, client: client.id }, `${kind}|${newToken()}`)
    const set = { action: 'password set', application: application.id } as const
    recordEvent(tx, clientActor(client, address), set)
    if (!isConfirmedMailbox(client, client.email)) enqueueDocuments(tx, client.id)
  })
}

/**
 * Returns the email address that a link belongs to, or `''` if it is not valid. The link can still be used afterwards.
 */
export const ownerOfLink = (deps: Deps, token: string): string =>
  findByLink(deps, token)?.email ?? ''

function clientOfLink(deps: Deps, token: string): Client {
  const client = findByLink(deps, token)
  if (!client) throw new Refusal('invalid', refusals.invalidToken)
  return client
}

function findByLink({ db, now }: Deps, token: string): Client | undefined {
  const ofToken = eq(passwordTokens.tokenHash, hashToken(token))
  return db.orm
    .select()
    .from(passwordTokens)
    .innerJoin(clients, eq(clients.id, passwordTokens.client))
    .where(and(ofToken, gt(passwordTokens.expiresAt, now())))
    .get()?.clients
}

/**
 * Creates the secret of a password link when its email is sent, and voids an earlier link. Returns `''` when the link
 * of this email was already used or replaced.
 */
export function createPasswordToken(
  { db, now }: Store,
  client: number,
  link: EmailLink = newEmailLink(),
): string {
  const ofClient = eq(passwordTokens.client, client)
  if (!link.mayReplace(db.orm.select().from(passwordTokens).where(ofClient).get())) return ''
  const row = { client, tokenHash: link.tokenHash, expiresAt: now() + linkLifetime }
  db.orm
    .insert(passwordTokens)
    .values(row)
    .onConflictDoUpdate({ target: passwordTokens.client, set: row })
    .run()
  return link.token
}

export function keepMove({ db, now }: Store, client: number, email: string) {
  const row = { email, emailKey: emailKey(email), tokenHash: null, expiresAt: now() + linkLifetime }
  db.orm
    .insert(signInMoves)
    .values({ client, ...row })
    .onConflictDoUpdate({ target: signInMoves.client, set: row })
    .run()
}

export function requestedSignInAddress({ db, now }: Store, client: number): string | null {
  const isPending = and(eq(signInMoves.client, client), gt(signInMoves.expiresAt, now()))
  return db.orm.select().from(signInMoves).where(isPending).get()?.email ?? null
}

/**
 * Creates the secret of the link that moves the sign-in to `address`, when its email is sent. Returns `null` when the
 * request is void, and `''` when a later email has the link.
 */
export function createMoveToken(
  { db, now }: Store,
  client: number,
  address: string,
  link: EmailLink = newEmailLink(),
): string | null {
  const ofClient = and(eq(signInMoves.client, client), gt(signInMoves.expiresAt, now()))
  const move = and(ofClient, eq(signInMoves.emailKey, emailKey(address)))
  const stored = db.orm.select().from(signInMoves).where(move).get()
  if (!stored) return null
  if (!link.mayReplace(stored)) return ''
  db.orm
    .update(signInMoves)
    .set({ tokenHash: link.tokenHash, expiresAt: now() + linkLifetime })
    .where(move)
    .run()
  return link.token
}

export function moveOfToken({ db, now }: Store, token: string) {
  const ofToken = eq(signInMoves.tokenHash, hashToken(token))
  const live = and(ofToken, gt(signInMoves.expiresAt, now()))
  return db.orm.select().from(signInMoves).where(live).get() ?? null
}

export function removeExpiredLinks({ db, now }: Deps) {
  for (const table of [passwordTokens, signInMoves])
    db.orm.delete(table).where(lt(table.expiresAt, now())).run()
}
