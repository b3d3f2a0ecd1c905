import { eq } from 'drizzle-orm'
import { admins } from '#db/schema/admins.ts'
import { installation, storeText } from '#db/schema/installation.ts'
import { transact } from '#db/transaction.ts'
import type { Deps, Store } from '#src/deps.ts'
import type { Source } from '#src/domain/actor.ts'
import { Refusal, refusals } from '#src/domain/refusal.ts'
import { hashPassword, refuseWeakPassword } from '#src/domain/sign-in/passwords.ts'
import { hashToken, newToken } from '#src/security/tokens.ts'
import { signInNewAdmin } from './admin-sign-in.ts'
import { insertAdmin, readUsername } from './admins.ts'

const name = 'first-administrator'
const row = eq(installation.name, name)

/**
 * Creates the link for the first administrator and voids that of an earlier start. Returns its secret, or `null` when
 * there is an account.
 */
export const createFirstLink = (deps: Store): string | null =>
  transact(deps, (tx) => {
    if (hasAccounts(tx)) return null
    const token = newToken()
    storeText(tx.db, name, hashToken(token))
    return token
  })

export const isFirstLink = (deps: Store, token: string): boolean =>
  !hasAccounts(deps) &&
  deps.db.orm.select().from(installation).where(row).get()?.value === hashToken(token)

/** A refusal leaves the link as it was. */
export async function makeFirstAdministrator(
  deps: Deps,
  form: Record<'token' | 'username' | 'fullName' | 'email' | 'password', string>,
  from: Required<Source>,
): Promise<string> {
  const { token, username, fullName, email, password } = form
  const { address } = from
  refuseBadLink(deps, token)
  const name = readUsername(username)
  await refuseWeakPassword(deps, name, password)
  const passwordHash = await hashPassword(deps, password, address)
  return transact(deps, (tx) => {
    refuseBadLink(tx, token)
    tx.db.orm.delete(installation).where(row).run()
    const account = { username: name, fullName, passwordHash, role: 'administrator' } as const
    const made = insertAdmin(
      tx,
      { kind: 'stranger', address },
      { ...account, keepsPassword: true, email: email || null },
    )
    return signInNewAdmin(tx, made, from)
  })
}

function refuseBadLink(deps: Store, token: string) {
  if (!isFirstLink(deps, token)) throw new Refusal('invalid', refusals.invalidToken)
}

export const hasAccounts = ({ db }: Store) => db.orm.select().from(admins).get() !== undefined
