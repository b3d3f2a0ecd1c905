import { and, eq, gt, lt } from 'drizzle-orm'
import { clients, signInMoves } from '#db/schema/clients.ts'
import type { Writing } from '#db/transaction.ts'
import type { Deps, Store } from '#src/deps.ts'
import { hours } from '#src/domain/durations.ts'
import { emailKey } from '#src/forms/fields/normalised.ts'
import { hashToken, newToken } from '#src/security/tokens.ts'
import { endClientSessions, endFormBrowsers } from './client-sessions.ts'
import { voidPasswordLinks } from './password-tokens.ts'

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
