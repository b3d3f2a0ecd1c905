import { and, asc, eq, isNull } from 'drizzle-orm'
import { adminPasswordTokens, admins, recoveryCodes } from '#db/schema/admins.ts'
import { applications } from '#db/schema/applications.ts'
import { approvalProposals } from '#db/schema/review.ts'
import { transact, type Writing } from '#db/transaction.ts'
import type { Deps, Store } from '#src/deps.ts'
import type { Actor } from '#src/domain/actor.ts'
import { recordEvent } from '#src/domain/audit/events.ts'
import { enqueue } from '#src/domain/jobs/email-jobs.ts'
import { Refusal, refusalAt } from '#src/domain/refusal.ts'
import { hashPassword, noAddress, refuseWeakPassword } from '#src/domain/sign-in/passwords.ts'
import { mayDo, type Role } from '#src/forms/admin/roles.ts'
import type { AccountChange } from '#src/mail/messages/back-office.tsx'
import { newToken } from '#src/security/tokens.ts'
import { endAdminSessions } from './admin-sessions.ts'
import { providerRow, usablePassword } from './identity-provider.ts'

export type AdminAccount = typeof admins.$inferSelect

const lastAdministrator =
  'This is the last administrator. Make somebody else an administrator first.'
const lastPassword =
  'This is the last administrator who could sign in without the provider. Give another one with a password an emergency account first.'
const firstAdministrator = 'The first account must be an administrator'

export const usernameKey = (username: string) => username.normalize('NFKC').trim().toLowerCase()

export async function createAdmin(
  store: Store,
  actor: Actor,
  {
    username,
    password,
    fullName = null,
    role = 'administrator',
  }: { username: string; password: string; fullName?: string | null; role?: Role },
): Promise<AdminAccount> {
  const name = readUsername(username)
  await refuseWeakPassword(store, name, password)
  refuseTakenName(store, name)
  const passwordHash = await hashPassword(store, password, noAddress)
  const keepsPassword = role === 'administrator'
  return transact(store, (tx) =>
    insertAdmin(tx, actor, { username: name, fullName, passwordHash, role, keepsPassword }),
  )
}

export function readUsername(username: string): string {
  const name = username.trim()
  // emails would turn it into a link
  if (webAddress.test(name)) throw refusalAt('username', 'invalid', noWebAddress)
  if (/^[\p{L}\p{N}][\p{L}\p{N} ._@+-]{0,63}$/u.test(name)) return name
  throw refusalAt(
    'username',
    'invalid',
    'A user name has 1 to 64 letters, digits, spaces or . _ @ + -',
  )
}

const webAddress =
  /^www\.|^[^@\s]+\.(com|net|org|info|biz|io|app|dev|shop|site|online|xyz|(co|com|org|net|ac|gov)\.[a-z]{2})$/i
const noWebAddress = 'A user name cannot be a web address'

export function insertAdmin(
  store: Writing<Store>,
  actor: Actor,
  account: Pick<AdminAccount, 'username' | 'passwordHash' | 'role'> &
    Partial<Pick<AdminAccount, 'fullName' | 'email' | 'keepsPassword'>>,
): AdminAccount {
  const { username, role } = account
  refuseTakenName(store, username)
  if (role !== 'administrator') refuseWithoutAdministrator(store, null)
  const made = store.db.orm
    .insert(admins)
    .values({ ...account, usernameKey: usernameKey(username), createdAt: store.now() })
    .returning()
    .get()
  recordEvent(store, actor, {
    action: 'staff account created',
    subject: username,
    changes: [
      { field: 'role', before: null, after: role },
      { field: 'fullName', before: null, after: account.fullName ?? null },
    ],
  })
  return made
}

export function refuseTakenName(store: Store, name: string) {
  if (!findAdminByName(store, name)) return
  throw refusalAt('username', 'conflict', `There is already an account "${name}"`)
}

export async function createFirstAdmin(store: Store): Promise<boolean> {
  const { ADMIN_USERNAME: username, ADMIN_PASSWORD: password } = store.env
  if (!username || !password || listAdmins(store).length > 0) return false
  await createAdmin(store, { kind: 'system' }, { username, password })
  return true
}

/**
 * Sets a password from the command line. It also reopens a closed account, and the password works even when everybody
 * must use the provider. The second factor stays unless `dropSecondFactor` is set.
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
  transact(store, (tx) => {
    const codes = { wrongCodes: 0, wrongCodesSince: null }
    updateAdmin(tx, account.id, { passwordHash, disabledAt: null, ...codes })
    keepPassword(tx, actor, account.id, true)
    if (dropSecondFactor) dropTotp(tx, account.id)
    endAdminSessions(tx, account.id)
    recordEvent(tx, actor, { action: 'staff password reset', subject: account.username })
  })
}

/** Refuses 'conflict' for the last administrator who could sign in without the provider. */
export function keepPassword(store: Writing<Store>, actor: Actor, id: number, keeps: boolean) {
  const account = findAdmin(store, id)
  if (account.keepsPassword === keeps) return
  if (!keeps && providerRow(store)?.isRequired) refuseWithoutAdministrator(store, account)
  updateAdmin(store, id, { keepsPassword: keeps })
  const [before, after] = keeps ? ['no', 'yes'] : ['yes', 'no']
  recordEvent(store, actor, {
    action: keeps ? 'emergency account given' : 'emergency account taken',
    subject: account.username,
    changes: [{ field: 'emergency account', before, after }],
  })
}

export function changeRole(store: Store, actor: Actor, username: string, role: Role) {
  transact(store, (tx) => {
    const account = adminNamed(tx, username)
    if (account.role === role) return
    if (role !== 'administrator') refuseWithoutAdministrator(tx, account)
    updateAdmin(tx, account.id, { role })
    recordEvent(tx, actor, {
      action: 'role changed',
      subject: account.username,
      changes: [{ field: 'role', before: account.role, after: role }],
    })
    if (!mayDo(role, 'decide')) endOwnProposals(tx, actor, account.id)
  })
}

/** The account stays for the record. Refuses 'conflict' for the last administrator. */
export function disableAdmin(store: Store, actor: Actor, username: string) {
  transact(store, (tx) => {
    const account = adminNamed(tx, username)
    if (account.disabledAt !== null) return
    refuseWithoutAdministrator(tx, account)
    updateAdmin(tx, account.id, { disabledAt: tx.now() })
    endAdminSessions(tx, account.id)
    recordEvent(tx, actor, {
      action: 'staff account closed',
      subject: account.username,
      changes: [{ field: 'account', before: 'open', after: 'closed' }],
    })
    endOwnProposals(tx, actor, account.id)
  })
}

/**
 * Refuses 'conflict' when `leaving` is the last open account of an administrator, or the last of them with a password.
 */
function refuseWithoutAdministrator(store: Writing<Store>, leaving: AdminAccount | null) {
  if (leaving && (leaving.role !== 'administrator' || leaving.disabledAt !== null)) return
  const left = openAdministrators(store).filter(({ id }) => id !== leaving?.id)
  if (left.length === 0)
    throw new Refusal('conflict', leaving ? lastAdministrator : firstAdministrator)
  const hasPassword = (account: AdminAccount) => usablePassword(store, account) !== null
  if (leaving && hasPassword(leaving) && !left.some(hasPassword))
    throw new Refusal('conflict', lastPassword)
}

export const openAdministrators = ({ db }: Store): AdminAccount[] =>
  db.orm
    .select()
    .from(admins)
    .where(and(eq(admins.role, 'administrator'), isNull(admins.disabledAt)))
    .all()

export const listAdmins = ({ db }: Store): AdminAccount[] =>
  db.orm.select().from(admins).orderBy(asc(admins.usernameKey)).all()

export function findAdmin({ db }: Store, id: number): AdminAccount {
  const account = db.orm.select().from(admins).where(eq(admins.id, id)).get()
  if (!account) throw new Refusal('unknown', 'There is no such account')
  return account
}

export function findAdminByName({ db }: Store, username: string): AdminAccount | null {
  const named = eq(admins.usernameKey, usernameKey(username))
  return db.orm.select().from(admins).where(named).get() ?? null
}

export function adminNamed(store: Store, username: string): AdminAccount {
  const account = findAdminByName(store, username)
  if (!account) throw new Refusal('unknown', `There is no administrator "${username}"`)
  return account
}

/** Updates a staff account. A new password, a new address or closing the account voids its password link. */
export function updateAdmin({ db }: Store, id: number, changes: Partial<AdminAccount>) {
  db.orm.update(admins).set(changes).where(eq(admins.id, id)).run()
  if (changes.passwordHash || changes.email || changes.disabledAt)
    db.orm.delete(adminPasswordTokens).where(eq(adminPasswordTokens.admin, id)).run()
}

export function dropTotp(store: Store, admin: number) {
  const none = { totpSecretSealed: null, totpPendingSealed: null, totpLastStep: null }
  updateAdmin(store, admin, { ...none, recoveryCodesAt: null })
  store.db.orm.delete(recoveryCodes).where(eq(recoveryCodes.admin, admin)).run()
}

export function emailAccountChange(deps: Writing<Deps>, id: number, change: AccountChange) {
  const { email, username } = findAdmin(deps, id)
  if (email === null) return
  const to = { name: '', address: email }
  const kind = 'staff-account-changed'
  enqueue(deps, { kind, to, username, change }, `${kind}|${id}|${newToken()}`)
}

/** An account that may no longer decide cannot leave proposals behind. */
function endOwnProposals(deps: Writing<Store>, actor: Actor, admin: number) {
  const theirs = eq(approvalProposals.proposedBy, admin)
  const proposed = deps.db.orm
    .select({ application: applications.id })
    .from(approvalProposals)
    .innerJoin(applications, eq(applications.seq, approvalProposals.application))
    .where(theirs)
    .orderBy(applications.seq)
    .all()
  deps.db.orm.delete(approvalProposals).where(theirs).run()
  for (const { application } of proposed)
    recordEvent(deps, actor, { action: 'approval proposal ended', application })
}
