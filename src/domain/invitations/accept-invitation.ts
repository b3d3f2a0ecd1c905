import { transact } from '#db/transaction.ts'
import type { Deps, Store } from '#src/deps.ts'
import { refuseWeakPassword } from '#src/domain/accounts/admin-passwords.ts'
import { signInNewAdmin } from '#src/domain/accounts/admin-sign-in.ts'
import { insertAdmin } from '#src/domain/accounts/admins.ts'
import { hashPassword } from '#src/domain/accounts/passwords.ts'
import type { Source } from '#src/domain/actor.ts'
import { recordEvent } from '#src/domain/audit/events.ts'
import { Refusal, refusals } from '#src/domain/refusal.ts'
import { invitationOfToken, removeInvitation } from './invitations.ts'

/**
 * Makes the account of an invitation and signs its owner in; returns the session's secret. Refuses 'invalid' for a bad
 * link or a weak password, 'conflict' for a taken name; the invitation stays open then.
 */
export async function acceptInvitation(
  deps: Deps,
  { token, password }: { token: string; password: string },
  from: Required<Source>,
): Promise<string> {
  const { username } = liveInvitation(deps, token)
  await refuseWeakPassword(deps, username, password)
  const passwordHash = await hashPassword(deps, password, from.address)
  return transact(deps, (deps) => {
    const { id, username, email, role, invitedBy } = liveInvitation(deps, token)
    removeInvitation(deps, id)
    const stranger = { kind: 'stranger', address: from.address } as const
    const made = insertAdmin(deps, stranger, { username, passwordHash, role, email })
    recordEvent(deps, stranger, {
      action: `invitation of ${username} accepted`,
      changes: [{ field: 'invited by', before: null, after: invitedBy }],
    })
    return signInNewAdmin(deps, made, from)
  })
}

function liveInvitation(deps: Store, token: string) {
  const invitation = invitationOfToken(deps, token)
  if (!invitation) throw new Refusal('invalid', refusals.invalidToken)
  return invitation
}
