import { eq } from 'drizzle-orm'
import { admins } from '#db/schema/admins.ts'
import { installation } from '#db/schema/installation.ts'
import { transact } from '#db/transaction.ts'
import type { Deps, Store } from '#src/deps.ts'
import { refuseWeakPassword } from '#src/domain/accounts/admin-passwords.ts'
import { signInNewAdmin } from '#src/domain/accounts/admin-sign-in.ts'
import { insertAdmin, readUsername } from '#src/domain/accounts/admins.ts'
import { hashPassword } from '#src/domain/accounts/passwords.ts'
import type { Source } from '#src/domain/actor.ts'
import { Refusal, refusals } from '#src/domain/refusal.ts'
import { hashToken, newToken } from '#src/security/tokens.ts'

const name = 'first-administrator'
const row = eq(installation.name, name)

/**
 * Makes the link by which the first administrator is made, in place of an earlier start's. Returns its secret, `null`
 * when there is an account.
 */
export async function createFirstLink(deps: Store): Promise<string | null> {
  if (hasAccounts(deps)) return null
  return transact(deps, (deps) => {
    if (hasAccounts(deps)) return null
    const token = newToken()
    const value = hashToken(token)
    deps.db.orm
      .insert(installation)
      .values({ name, value })
      .onConflictDoUpdate({ target: installation.name, set: { value } })
      .run()
    return token
  })
}

/** Whether a link can still make the first administrator; looking does not use it up. */
export const isFirstLink = (deps: Store, token: string): boolean =>
  !hasAccounts(deps) &&
  deps.db.orm.select().from(installation).where(row).get()?.value === hashToken(token)

/**
 * Makes the first administrator by the link, which then is void, and signs them in: returns the session's secret.
 * Refuses 'invalid' for a bad link, an odd name or a weak password, which leave the link as it was.
 */
export async function makeFirstAdministrator(
  deps: Deps,
  { token, username, password }: { token: string; username: string; password: string },
  from: Required<Source>,
): Promise<string> {
  const { address } = from
  refuseBadLink(deps, token)
  const name = readUsername(username)
  await refuseWeakPassword(deps, name, password)
  const passwordHash = await hashPassword(deps, password, address)
  return transact(deps, (deps) => {
    refuseBadLink(deps, token)
    deps.db.orm.delete(installation).where(row).run()
    const account = { username: name, passwordHash, role: 'administrator' } as const
    const made = insertAdmin(deps, { kind: 'stranger', address }, account)
    return signInNewAdmin(deps, made, from)
  })
}

function refuseBadLink(deps: Store, token: string) {
  if (!isFirstLink(deps, token)) throw new Refusal('invalid', refusals.invalidToken)
}

/** Whether the back office has an account yet. */
export const hasAccounts = ({ db }: Store) =>
  db.orm.select({ id: admins.id }).from(admins).limit(1).get() !== undefined
