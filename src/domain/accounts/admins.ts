import { asc, eq } from 'drizzle-orm'
import { admins, recoveryCodes } from '#db/schema/admins.ts'
import { transact } from '#db/transaction.ts'
import type { Deps } from '#src/deps.ts'
import type { Actor } from '#src/domain/actor.ts'
import { recordEvent } from '#src/domain/audit/events.ts'
import { whenWritable } from '#src/domain/busy.ts'
import { Refusal } from '#src/domain/refusal.ts'
import { refuseWeakPassword } from './admin-passwords.ts'
import { endAdminSessions } from './admin-sessions.ts'
import { hashPassword, noAddress } from './passwords.ts'

export type AdminAccount = typeof admins.$inferSelect
type Store = Pick<Deps, 'db' | 'keys' | 'env' | 'now' | 'passwords'>

/** A user name as it is compared and counted: without case, outer blanks and letters in other widths. */
export const usernameKey = (username: string) => username.normalize('NFKC').trim().toLowerCase()

/** Makes an administrator. Refuses 'invalid' for a weak password or an odd name, 'conflict' when the name is taken. */
export async function createAdmin(
  store: Store,
  actor: Actor,
  { username, password }: { username: string; password: string },
): Promise<AdminAccount> {
  const name = username.trim()
  if (!/^[\p{L}\p{N}][\p{L}\p{N} ._@+-]{0,63}$/u.test(name))
    throw new Refusal('invalid', 'A user name has 1 to 64 letters, digits, spaces or . _ @ + -')
  await refuseWeakPassword(store, name, password)
  refuseTakenName(store, name)
  const passwordHash = await hashPassword(store, password, noAddress)
  return transact(store, (store) => {
    refuseTakenName(store, name)
    const made = store.db.orm
      .insert(admins)
      .values({
        username: name,
        usernameKey: usernameKey(name),
        passwordHash,
        createdAt: store.now(),
      })
      .returning()
      .get()
    recordEvent(store, actor, { action: `administrator ${name} created` })
    return made
  })
}

function refuseTakenName(store: Pick<Deps, 'db'>, name: string) {
  if (findAdminByName(store, name))
    throw new Refusal('conflict', `There is already an administrator "${name}"`)
}

/** Makes the first administrator of the environment while there is none; returns whether it did. */
export async function createFirstAdmin(store: Store): Promise<boolean> {
  const { ADMIN_USERNAME: username, ADMIN_PASSWORD: password } = store.env
  if (!username || !password || listAdmins(store).length > 0) return false
  await whenWritable(store)
  await createAdmin(store, { kind: 'system' }, { username, password })
  return true
}

/**
 * Gives an administrator a new password, ends their sessions and opens a closed account again. The second factor
 * stays unless `dropSecondFactor` says otherwise. Refuses 'unknown', and 'invalid' for a weak password.
 */
export async function resetAdmin(
  store: Store,
  actor: Actor,
  username: string,
  { password, dropSecondFactor = false }: { password: string; dropSecondFactor?: boolean },
) {
  const account = adminNamed(store, username)
  await refuseWeakPassword(store, account.username, password)
  const passwordHash = await hashPassword(store, password, noAddress)
  transact(store, (store) => {
    store.db.orm
      .update(admins)
      .set({ passwordHash, disabledAt: null })
      .where(eq(admins.id, account.id))
      .run()
    if (dropSecondFactor) dropTotp(store, account.id)
    endAdminSessions(store, account.id)
    recordEvent(store, actor, { action: `administrator ${account.username} reset` })
  })
}

/** Closes an administrator's account and ends its sessions; it stays for the record. Refuses 'unknown'. */
export function disableAdmin(store: Store, actor: Actor, username: string) {
  const account = adminNamed(store, username)
  transact(store, (store) => {
    store.db.orm
      .update(admins)
      .set({ disabledAt: store.now() })
      .where(eq(admins.id, account.id))
      .run()
    endAdminSessions(store, account.id)
    recordEvent(store, actor, { action: `administrator ${account.username} disabled` })
  })
}

/** All administrators by name, closed accounts included. */
export const listAdmins = ({ db }: Pick<Deps, 'db'>): AdminAccount[] =>
  db.orm.select().from(admins).orderBy(asc(admins.usernameKey)).all()

/** One administrator by number; refuses 'unknown'. */
export function findAdmin({ db }: Pick<Deps, 'db'>, id: number): AdminAccount {
  const found = db.orm.select().from(admins).where(eq(admins.id, id)).get()
  if (!found) throw new Refusal('unknown', 'There is no such administrator')
  return found
}

/** One administrator by user name, without case; `null` when there is none. */
export const findAdminByName = ({ db }: Pick<Deps, 'db'>, username: string): AdminAccount | null =>
  db.orm
    .select()
    .from(admins)
    .where(eq(admins.usernameKey, usernameKey(username)))
    .get() ?? null

/** One administrator by user name; refuses 'unknown'. */
export function adminNamed(store: Pick<Deps, 'db'>, username: string): AdminAccount {
  const found = findAdminByName(store, username)
  if (!found) throw new Refusal('unknown', `There is no administrator "${username}"`)
  return found
}

/** Forgets an admin's second factor and recovery codes, inside the caller's transaction. */
export function dropTotp({ db }: Pick<Deps, 'db'>, admin: number) {
  db.orm
    .update(admins)
    .set({ totpSecretSealed: null, totpPendingSealed: null, totpLastStep: null })
    .where(eq(admins.id, admin))
    .run()
  db.orm.delete(recoveryCodes).where(eq(recoveryCodes.admin, admin)).run()
}
