import { and, eq, gt, lt } from 'drizzle-orm'
import { adminPasswordTokens, admins } from '#db/schema/admins.ts'
import { transact } from '#db/transaction.ts'
import type { Deps, Store } from '#src/deps.ts'
import type { Admin } from '#src/domain/actor.ts'
import { recordEvent } from '#src/domain/audit/events.ts'
import { enqueue } from '#src/domain/jobs/email-jobs.ts'
import { type EmailLink, linkLifetime, newEmailLink } from '#src/domain/jobs/email-links.ts'
import { Refusal, refusalAt, refusals } from '#src/domain/refusal.ts'
import { hashPassword, refuseWeakPassword } from '#src/domain/sign-in/passwords.ts'
import { emailKey } from '#src/forms/fields/normalised.ts'
import type { EmailOf } from '#src/mail/messages/kinds.ts'
import { hashToken, newToken } from '#src/security/tokens.ts'
import { endAdminSessions } from './admin-sessions.ts'
import {
  type AdminAccount,
  dropTotp,
  emailAccountChange,
  findAdmin,
  updateAdmin,
} from './admins.ts'
import { mayHavePassword, refuseUnusedPassword } from './identity-provider.ts'
import { inTeam } from './team.ts'

const useOwnPage = 'For your own account, use My account'
const isClosed = 'This account is closed. Open it again first.'
const usesProvider =
  'No password opens this account while everybody must use the provider. Make it an emergency account first.'
const noAddress = 'This account has no email address yet. Enter the one that the link is sent to.'

export function sendPasswordLink(
  deps: Deps,
  actor: Admin,
  { account: id, email }: { account: number; email?: string | undefined },
) {
  inTeam(deps, actor, (tx) => {
    const account = helped(tx, actor, id)
    if (!mayHavePassword(tx, account.keepsPassword)) throw new Refusal('conflict', usesProvider)
    const address = account.email ?? email
    if (!address) throw refusalAt('email', 'invalid', noAddress)
    if (account.email === null) updateAdmin(tx, id, { email: address })
    recordEvent(tx, actor, {
      action: 'staff password link sent',
      subject: account.username,
      changes: [{ field: 'email', before: account.email, after: address }],
    })
    const link = linkEmail({ ...account, email: address }, actor.username)
    enqueue(tx, link, `${link.kind}|${id}|${newToken()}`)
  })
}

/**
 * Turns off the second factor of another account. It also ends the sessions, because a lost phone may still be signed
 * in.
 */
export const turnOffSecondFactorOf = (deps: Deps, actor: Admin, id: number) =>
  inTeam(deps, actor, (tx) => {
    const { username, totpSecretSealed } = helped(tx, actor, id)
    if (totpSecretSealed === null) return
    dropTotp(tx, id)
    updateAdmin(tx, id, { wrongCodes: 0, wrongCodesSince: null })
    endAdminSessions(tx, id)
    recordEvent(tx, actor, {
      action: 'two-step sign-in turned off',
      subject: username,
      changes: [{ field: 'two-step sign-in', before: 'on', after: 'off' }],
    })
    emailAccountChange(tx, id, 'second-factor-off')
  })

function helped(deps: Store, actor: Admin, id: number): AdminAccount {
  if (id === actor.id) throw new Refusal('conflict', useOwnPage)
  const account = findAdmin(deps, id)
  if (account.disabledAt !== null) throw new Refusal('conflict', isClosed)
  return account
}

export function changeOwnEmail(deps: Deps, actor: Admin, email: string) {
  transact(deps, (tx) => {
    const { email: before } = findAdmin(tx, actor.id)
    if (before === email) return
    emailAccountChange(tx, actor.id, 'email')
    updateAdmin(tx, actor.id, { email })
    const changes = [{ field: 'email', before, after: email }]
    recordEvent(tx, actor, { action: 'email address changed', changes })
  })
}

export const passwordLinksFor = (deps: Store, address: string) =>
  deps.db.orm
    .select()
    .from(admins)
    .all()
    .filter(({ email, disabledAt }) => disabledAt === null && isSame(email, address))
    .filter(({ keepsPassword }) => mayHavePassword(deps, keepsPassword))
    .map((account) => linkEmail(account, null))

const linkEmail = ({ id, username, email }: AdminAccount, askedBy: string | null) =>
  ({
    kind: 'staff-password-link',
    to: { name: '', address: email ?? '' },
    account: id,
    username,
    askedBy,
  }) satisfies EmailOf<'staff-password-link'>

/**
 * Creates the secret of a staff password link when its email is sent, and voids an earlier link. Returns `null` when
 * the account's address has changed, and `''` when the link of this email was already used or replaced.
 */
export function createAdminPasswordToken(
  deps: Store,
  id: number,
  address: string,
  link: EmailLink = newEmailLink(),
): string | null {
  const { email, disabledAt } = findAdmin(deps, id)
  if (disabledAt !== null || !isSame(email, address)) return null
  const { orm } = deps.db
  const ofAccount = eq(adminPasswordTokens.admin, id)
  if (!link.mayReplace(orm.select().from(adminPasswordTokens).where(ofAccount).get())) return ''
  const row = { admin: id, tokenHash: link.tokenHash, expiresAt: deps.now() + linkLifetime }
  orm
    .insert(adminPasswordTokens)
    .values(row)
    .onConflictDoUpdate({ target: adminPasswordTokens.admin, set: row })
    .run()
  return link.token
}

const isSame = (email: string | null, address: string) =>
  email !== null && emailKey(email) === emailKey(address)

export function accountOfLink({ db, now }: Store, token: string): AdminAccount | null {
  const ofToken = eq(adminPasswordTokens.tokenHash, hashToken(token))
  const account = db.orm
    .select()
    .from(adminPasswordTokens)
    .innerJoin(admins, eq(admins.id, adminPasswordTokens.admin))
    .where(and(ofToken, gt(adminPasswordTokens.expiresAt, now())))
    .get()?.admins
  return account?.disabledAt === null ? account : null
}

/**
 * Sets a staff password by a link. Two-step sign-in and its count of wrong codes stay, because the link proves a
 * mailbox, not a phone.
 */
export async function setAdminPassword(
  deps: Deps,
  { token, password }: { token: string; password: string },
  address: string,
) {
  await refuseWeakPassword(deps, liveAccount(deps, token).username, password)
  const passwordHash = await hashPassword(deps, password, address)
  transact(deps, (tx) => {
    const { id, username, keepsPassword } = liveAccount(tx, token)
    refuseUnusedPassword(tx, keepsPassword)
    updateAdmin(tx, id, { passwordHash })
    endAdminSessions(tx, id)
    const set = { action: 'staff password set by link', subject: username } as const
    recordEvent(tx, { kind: 'stranger', address }, set)
    emailAccountChange(tx, id, 'password')
  })
}

function liveAccount(deps: Store, token: string): AdminAccount {
  const account = accountOfLink(deps, token)
  if (!account) throw new Refusal('invalid', refusals.invalidToken)
  return account
}

export const removeExpiredAdminLinks = ({ db, now }: Store) =>
  db.orm.delete(adminPasswordTokens).where(lt(adminPasswordTokens.expiresAt, now())).run()
