import { and, eq, gt, lt } from 'drizzle-orm'
import { clients, passwordTokens, signInMoves } from '#db/schema/clients.ts'
import { transact, type Writing } from '#db/transaction.ts'
import type { Deps, Store } from '#src/deps.ts'
import { recordEvent } from '#src/domain/audit/events.ts'
import { hours } from '#src/domain/durations.ts'
import { enqueue } from '#src/domain/jobs/email-jobs.ts'
import { Refusal, refusals } from '#src/domain/refusal.ts'
import { emailKey } from '#src/forms/fields/normalised.ts'
import { hashToken, newToken } from '#src/security/tokens.ts'
import { endClientSessions, endFormBrowsers } from './client-sessions.ts'
import { applicationOfClient, correspondentOf } from './clients.ts'
import { hashPassword, refuseCommonPassword } from './passwords.ts'

/**
 * Sets a password by a link: uses up the token, ends every session and tells the owner. Every bad token is refused with
 * the same words. A refused password leaves the link as it was.
 */
export async function setClientPassword(
  deps: Deps,
  { token, password }: { token: string; password: string },
  address: string,
): Promise<void> {
  const tokenHash = hashToken(token)
  const underWay = deps.passwordLinks
  if (underWay.has(tokenHash) || accountOfToken(deps, token) === null) throw badToken()
  underWay.add(tokenHash)
  try {
    await refuseCommonPassword(password)
    const passwordHash = await hashPassword(deps, password, address)
    transact(deps, (deps) => {
      const id = consumePasswordToken(deps, token)
      if (id === null) throw badToken()
      writePassword(deps, id, passwordHash)
    })
  } finally {
    underWay.delete(tokenHash)
  }
}

/** The sign-in address whose password a link sets, without using it up; '' when the link is not valid. */
export function ownerOfLink(deps: Deps, token: string): string {
  const id = accountOfToken(deps, token)
  if (id === null) return ''
  return deps.db.orm.select().from(clients).where(eq(clients.id, id)).get()?.email ?? ''
}

const badToken = () => new Refusal('invalid', refusals.invalidToken)

function writePassword(deps: Writing<Deps>, id: number, passwordHash: string) {
  const client = deps.db.orm
    .update(clients)
    .set({ passwordHash })
    .where(eq(clients.id, id))
    .returning()
    .get()
  const application = applicationOfClient(deps, client)
  endClientSessions(deps, id)
  endFormBrowsers(deps, application.seq)
  voidMove(deps, id)
  const to = correspondentOf(client, application)
  enqueue(deps, { kind: 'password-changed', to, client: id }, `password-changed|${newToken()}`)
  const { email } = client
  const actor = {
    kind: 'client',
    id,
    application: application.seq,
    email,
    sessionHash: '',
  } as const
  recordEvent(deps, actor, { action: 'password set', application: application.id })
}

/** How long a set-password link works (rule 213). */
const passwordLinkLifetime = hours(24)

/** Makes the account's one valid set-password token when its email is sent; an earlier one becomes void. */
export function createPasswordToken({ db, now }: Deps, client: number): string {
  const token = newToken()
  const row = { client, tokenHash: hashToken(token), expiresAt: now() + passwordLinkLifetime }
  db.orm
    .insert(passwordTokens)
    .values(row)
    .onConflictDoUpdate({ target: passwordTokens.client, set: row })
    .run()
  return token
}

/** The account that a live token is for; looking does not use it up. */
export const accountOfToken = ({ db, now }: Deps, token: string): number | null =>
  db.orm
    .select({ client: passwordTokens.client })
    .from(passwordTokens)
    .where(live(token, now()))
    .get()?.client ?? null

/** Uses up a token, inside the transaction that sets the password; `null` when it is not valid. */
export const consumePasswordToken = ({ db, now }: Deps, token: string): number | null =>
  db.orm
    .delete(passwordTokens)
    .where(live(token, now()))
    .returning({ client: passwordTokens.client })
    .get()?.client ?? null

/** Voids the account's set-password link, if there is one. */
export function voidPasswordLinks({ db }: Store, client: number) {
  db.orm.delete(passwordTokens).where(eq(passwordTokens.client, client)).run()
}

/** Removes tokens that have run out. */
export function removeExpiredPasswordTokens({ db, now }: Deps) {
  db.orm.delete(passwordTokens).where(lt(passwordTokens.expiresAt, now())).run()
}

const live = (token: string, at: number) =>
  and(eq(passwordTokens.tokenHash, hashToken(token)), gt(passwordTokens.expiresAt, at))

/** How long a request waits for its email, and then the link for its use. */
const lifetime = hours(24)

/** Keeps the address that a customer asked to sign in with; the request before it is void. */
export function keepMove({ db, now }: Store, client: number, email: string) {
  const row = { email, emailKey: emailKey(email), tokenHash: null, expiresAt: now() + lifetime }
  db.orm
    .insert(signInMoves)
    .values({ client, ...row })
    .onConflictDoUpdate({ target: signInMoves.client, set: row })
    .run()
}

/** The address that waits to be confirmed, if there is one. */
export const requestedSignInAddress = ({ db, now }: Store, client: number) =>
  db.orm
    .select({ email: signInMoves.email })
    .from(signInMoves)
    .where(and(eq(signInMoves.client, client), gt(signInMoves.expiresAt, now())))
    .get()?.email ?? null

/** Makes the link's token when its email is sent to `address`; `null` when that request is void. */
export function createMoveToken(
  { db, now }: Store,
  client: number,
  address: string,
): string | null {
  const token = newToken()
  const { changes } = db.orm
    .update(signInMoves)
    .set({ tokenHash: hashToken(token), expiresAt: now() + lifetime })
    .where(
      and(
        eq(signInMoves.client, client),
        eq(signInMoves.emailKey, emailKey(address)),
        gt(signInMoves.expiresAt, now()),
      ),
    )
    .run()
  return changes === 1 ? token : null
}

/** What a live link would do; `null` for any other. Opening it does not use it up. */
export const moveOfToken = ({ db, now }: Store, token: string) =>
  db.orm
    .select({ client: signInMoves.client, email: signInMoves.email })
    .from(signInMoves)
    .where(and(eq(signInMoves.tokenHash, hashToken(token)), gt(signInMoves.expiresAt, now())))
    .get() ?? null

/** Ends the request of an account, and its link. */
export function voidMove({ db }: Store, client: number) {
  db.orm.delete(signInMoves).where(eq(signInMoves.client, client)).run()
}

/**
 * Changes an account's sign-in address. Sessions, links and what the browsers of the form may read end, and so does the
 * password unless the owner confirmed the new address. Nothing else may write the address.
 */
export function changeSignInAddress(
  store: Writing<Store>,
  client: number,
  email: string,
  { keepPassword = false } = {},
) {
  const { application } = store.db.orm
    .update(clients)
    .set({ email, emailKey: emailKey(email), ...(!keepPassword && { passwordHash: null }) })
    .where(eq(clients.id, client))
    .returning()
    .get()
  voidPasswordLinks(store, client)
  voidMove(store, client)
  endClientSessions(store, client)
  endFormBrowsers(store, application)
}

/** Removes requests that have run out. */
export function removeExpiredMoves({ db, now }: Deps) {
  db.orm.delete(signInMoves).where(lt(signInMoves.expiresAt, now())).run()
}
