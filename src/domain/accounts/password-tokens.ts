import { and, eq, gt, lt } from 'drizzle-orm'
import { passwordTokens } from '#db/schema/clients.ts'
import type { Deps, Store } from '#src/deps.ts'
import { hours } from '#src/domain/durations.ts'
import { hashToken, newToken } from '#src/security/tokens.ts'

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
