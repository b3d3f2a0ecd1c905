import { asc, eq, lt, type SQL } from 'drizzle-orm'
import { adminInvitations } from '#db/schema/admins.ts'
import { transact, type Writing } from '#db/transaction.ts'
import type { Deps, Store } from '#src/deps.ts'
import type { Admin, Source } from '#src/domain/actor.ts'
import { recordEvent } from '#src/domain/audit/events.ts'
import { days } from '#src/domain/calendar.ts'
import { discardEmails, enqueue, newestEmail } from '#src/domain/jobs/email-jobs.ts'
import { type EmailLink, linkLifetime, newEmailLink } from '#src/domain/jobs/email-links.ts'
import { Refusal, refusalAt, refusals } from '#src/domain/refusal.ts'
import { hashPassword, refuseWeakPassword } from '#src/domain/sign-in/passwords.ts'
import { mayDo, type Role, roleLabels } from '#src/forms/admin/roles.ts'
import { reasonWords } from '#src/mail/mailer.ts'
import { hashToken, newToken } from '#src/security/tokens.ts'
import type { SessionSource } from './admin-sessions.ts'
import { signInNewAdmin } from './admin-sign-in.ts'
import {
  type AdminAccount,
  findAdminByName,
  insertAdmin,
  readUsername,
  refuseTakenName,
  usernameKey,
} from './admins.ts'
import { connectIdentity, type Identity } from './identities.ts'
import { refuseUnusedPassword } from './identity-provider.ts'
import { inTeam } from './team.ts'

type Invitation = typeof adminInvitations.$inferSelect
type EmailState = NonNullable<ReturnType<typeof newestEmail>>['state']
type State = 'waiting' | 'open' | 'expired' | 'failed' | 'void'

const listedFor = days(30)

export function invite(
  deps: Deps,
  actor: Admin,
  { username, email, role }: { username: string; email: string; role: Role },
) {
  inTeam(deps, actor, (tx) => {
    const name = readUsername(username)
    refuseTakenName(tx, name)
    refuseInvitedName(tx, name)
    const invitation = tx.db.orm
      .insert(adminInvitations)
      .values({
        username: name,
        usernameKey: usernameKey(name),
        email,
        role,
        invitedBy: actor.username,
        createdAt: tx.now(),
        expiresAt: tx.now() + linkLifetime,
      })
      .returning()
      .get()
    sendEmail(tx, invitation)
    recordEvent(tx, actor, {
      action: 'invitation sent',
      subject: name,
      changes: [
        { field: 'role', before: null, after: role },
        { field: 'email', before: null, after: email },
      ],
    })
  })
}

export function inviteAgain(deps: Deps, actor: Admin, id: number) {
  inTeam(deps, actor, (tx) => {
    const { username, invitedBy } = invitationOf(tx, id)
    const expiresAt = tx.now() + linkLifetime
    const invitation = tx.db.orm
      .update(adminInvitations)
      .set({ invitedBy: actor.username, tokenHash: null, expiresAt })
      .where(eq(adminInvitations.id, id))
      .returning()
      .get()
    discardEmails(tx, emailsOf(id))
    sendEmail(tx, invitation)
    recordEvent(tx, actor, {
      action: 'invitation sent again',
      subject: username,
      changes: [{ field: 'invited by', before: invitedBy, after: actor.username }],
    })
  })
}

export function withdrawInvitation(deps: Deps, actor: Admin, id: number) {
  inTeam(deps, actor, (tx) => {
    const { username } = invitationOf(tx, id)
    removeInvitation(tx, id)
    recordEvent(tx, actor, {
      action: 'invitation withdrawn',
      subject: username,
      changes: [{ field: 'invitation', before: 'open', after: 'withdrawn' }],
    })
  })
}

/**
 * Lists the invitations. One is `open` until `expires` (ISO in UTC), and `void` when its sender may no longer invite.
 * `fault` says why the last attempt to send the email failed.
 */
export const listInvitations = (deps: Store) =>
  deps.db.orm
    .select()
    .from(adminInvitations)
    .orderBy(asc(adminInvitations.usernameKey))
    .all()
    .map((invitation) => {
      const { id, username, email, role, invitedBy, expiresAt } = invitation
      const expires = new Date(expiresAt).toISOString()
      const sent = newestEmail(deps, emailsOf(id))
      const state = stateOf(deps, invitation, sent?.state)
      const fault = sent?.lastReason ? reasonWords(sent.lastReason) : null
      return { id, username, email, role, invitedBy, expires, state, fault }
    })

function stateOf(deps: Store, invitation: Invitation, email?: EmailState): State {
  if (!mayInvite(deps, invitation.invitedBy)) return 'void'
  if (isOnItsWay(email)) return 'waiting'
  if (email === 'dead' || email === 'discarded') return 'failed'
  return invitation.expiresAt > deps.now() ? 'open' : 'expired'
}

const isOnItsWay = (email?: EmailState) => email === 'waiting' || email === 'leased'

/**
 * Creates the secret of an invitation when its email is sent. Returns `null` when the invitation is void or a later
 * email has the link.
 */
export function createInvitationToken(
  deps: Store,
  id: number,
  link: EmailLink = newEmailLink(),
): string | null {
  const invitation = find(deps, eq(adminInvitations.id, id))
  if (!invitation || !mayInvite(deps, invitation.invitedBy)) return null
  if (!link.mayReplace(invitation)) return null
  deps.db.orm
    .update(adminInvitations)
    .set({ tokenHash: link.tokenHash, expiresAt: deps.now() + linkLifetime })
    .where(eq(adminInvitations.id, id))
    .run()
  return link.token
}

const find = ({ db }: Store, where: SQL) =>
  db.orm.select().from(adminInvitations).where(where).get()

export const invitationOfToken = (deps: Store, token: string): Invitation | null =>
  invitationOfHash(deps, hashToken(token))

function invitationOfHash(deps: Store, tokenHash: string): Invitation | null {
  const invitation = find(deps, eq(adminInvitations.tokenHash, tokenHash))
  if (!invitation || invitation.expiresAt <= deps.now()) return null
  return mayInvite(deps, invitation.invitedBy) ? invitation : null
}

function removeInvitation(deps: Writing<Store>, id: number) {
  deps.db.orm.delete(adminInvitations).where(eq(adminInvitations.id, id)).run()
  discardEmails(deps, emailsOf(id))
}

/**
 * Removes invitations that expired long ago. An invitation stays while its email waits, because it has had no link yet.
 */
export function removeOldInvitations(deps: Store) {
  const { orm } = deps.db
  const ranOut = lt(adminInvitations.expiresAt, deps.now() - listedFor)
  for (const invitation of orm.select().from(adminInvitations).where(ranOut).all())
    if (!isOnItsWay(newestEmail(deps, emailsOf(invitation.id))?.state))
      orm.delete(adminInvitations).where(eq(adminInvitations.id, invitation.id)).run()
}

/**
 * Returns whether the sender may still invite. An account that was closed or lost the right cannot bring in others by
 * an earlier link.
 */
function mayInvite(deps: Store, username: string): boolean {
  const sender = findAdminByName(deps, username)
  return sender !== null && sender.disabledAt === null && mayDo(sender.role, 'team')
}

function refuseInvitedName(deps: Store, username: string) {
  if (!find(deps, eq(adminInvitations.usernameKey, usernameKey(username)))) return
  throw refusalAt(
    'username',
    'conflict',
    `"${username}" has been invited already: send that invitation again, or withdraw it`,
  )
}

function invitationOf(deps: Store, id: number): Invitation {
  const invitation = find(deps, eq(adminInvitations.id, id))
  if (!invitation) throw new Refusal('unknown', 'This invitation has been accepted or withdrawn')
  return invitation
}

function sendEmail(deps: Writing<Deps>, invitation: Invitation) {
  const { id, username, email, role, invitedBy } = invitation
  const to = { name: '', address: email }
  const facts = { invitation: id, username, role: roleLabels[role], invitedBy }
  enqueue(deps, { kind: 'admin-invitation', to, ...facts }, `${emailsOf(id)}${newToken()}`)
}

const emailsOf = (id: number) => `admin-invitation|${id}|`

/** Opens the account of an invitation. If the password is refused, the invitation stays open. */
export async function acceptInvitation(
  deps: Deps,
  { token, fullName, password }: Record<'token' | 'fullName' | 'password', string>,
  from: Required<Source>,
): Promise<string> {
  const tokenHash = hashToken(token)
  const { username } = liveInvitation(deps, tokenHash)
  await refuseWeakPassword(deps, username, password)
  const passwordHash = await hashPassword(deps, password, from.address)
  return transact(deps, (tx) => {
    refuseUnusedPassword(tx)
    const invitation = liveInvitation(tx, tokenHash)
    const made = makeInvited(tx, invitation, { fullName, passwordHash }, from)
    return signInNewAdmin(tx, made, from)
  })
}

/**
 * Opens the account of an invitation without a password. Returns the new session's secret. Throws `ProviderFault` for a
 * person who has an account.
 */
export function acceptByProvider(
  deps: Writing<Deps>,
  tokenHash: string,
  { identity, fullName }: { identity: Identity; fullName: string | null },
  from: SessionSource & Required<Source>,
): string {
  const invitation = liveInvitation(deps, tokenHash)
  const made = makeInvited(deps, invitation, { fullName, passwordHash: null }, from)
  connectIdentity(deps, { kind: 'stranger', address: from.address }, made, identity)
  return signInNewAdmin(deps, made, from)
}

function makeInvited(
  deps: Writing<Deps>,
  { id, username, email, role, invitedBy }: Invitation,
  person: Pick<AdminAccount, 'fullName' | 'passwordHash'>,
  { address }: Required<Source>,
): AdminAccount {
  removeInvitation(deps, id)
  const stranger = { kind: 'stranger', address } as const
  const made = insertAdmin(deps, stranger, { username, ...person, role, email })
  recordEvent(deps, stranger, {
    action: 'invitation accepted',
    subject: username,
    changes: [{ field: 'invited by', before: null, after: invitedBy }],
  })
  return made
}

function liveInvitation(deps: Store, tokenHash: string) {
  const invitation = invitationOfHash(deps, tokenHash)
  if (!invitation) throw new Refusal('invalid', refusals.invalidToken)
  return invitation
}
