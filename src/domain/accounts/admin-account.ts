import { eq } from 'drizzle-orm'
import { admins } from '#db/schema/admins.ts'
import { transact } from '#db/transaction.ts'
import type { Deps } from '#src/deps.ts'
import type { Admin } from '#src/domain/actor.ts'
import { recordEvent } from '#src/domain/audit/events.ts'
import { Refusal, refusalAt, refusals } from '#src/domain/refusal.ts'
import { toDataUri } from '#src/security/signature-image.ts'
import { hashToken } from '#src/security/tokens.ts'
import { refuseWeakPassword } from './admin-passwords.ts'
import { provePassword, refuseEndedSession, renewAdminSession } from './admin-sessions.ts'
import { recoveryCodesLeft } from './admin-totp.ts'
import { findAdmin, tellOfChange } from './admins.ts'
import { hashPassword, noAddress, passwordMatches } from './passwords.ts'
import { isSecondFactorRequired } from './second-factor-required.ts'
import { sessionsOf } from './session-list.ts'
import { limitPasswords } from './sign-in-limits.ts'
import { handOverWrongCodes } from './wrong-codes.ts'

const wrongPassword = 'That is not your password'

/** What the page of the own account shows: name, role, second factor, signature as a data URI, open sessions. */
export function adminProfile(deps: Deps, actor: Admin) {
  const account = findAdmin(deps, actor.id)
  return {
    username: account.username,
    role: account.role,
    secondFactor: {
      isOn: account.totpSecretSealed !== null,
      isRequired: isSecondFactorRequired(deps),
      codesLeft: recoveryCodesLeft(deps, actor.id),
      codesMade: account.recoveryCodesAt ?? 0,
    },
    signature: account.signaturePng && toDataUri(account.signaturePng),
    sessions: sessionsOf(deps, actor, actor.id),
  }
}

/** Keeps the image that becomes the finance signature of this admin's decisions; `null` removes it. */
export function keepProfileSignature(deps: Deps, actor: Admin, png: Uint8Array | null) {
  const signaturePng = png && Buffer.from(png)
  transact(deps, (deps) => {
    deps.db.orm.update(admins).set({ signaturePng }).where(eq(admins.id, actor.id)).run()
    recordEvent(deps, actor, { action: signaturePng ? 'signature kept' : 'signature removed' })
  })
}

/** Takes the password once more, which restarts the ten minutes for which it counts as fresh. Refuses 'invalid'. */
export async function confirmAdmin(deps: Deps, actor: Admin, password: string, field = 'password') {
  const checked = await checkPassword(deps, actor, password, field)
  transact(deps, (deps) => {
    refuseChanged(deps, actor, checked)
    provePassword(deps, actor)
  })
}

/**
 * Changes the administrator's own password, ends every session and returns the secret of a new one. Refuses 'invalid'
 * when the current one is wrong or the new one weak.
 */
export async function changeAdminPassword(
  deps: Deps,
  actor: Admin,
  { currentPassword, newPassword }: { currentPassword: string; newPassword: string },
): Promise<string> {
  const checked = await checkPassword(deps, actor, currentPassword, 'currentPassword')
  await refuseWeakPassword(deps, actor.username, newPassword, 'newPassword')
  const passwordHash = await hashPassword(deps, newPassword, actor.address ?? noAddress)
  return transact(deps, (deps) => {
    refuseChanged(deps, actor, checked)
    deps.db.orm.update(admins).set({ passwordHash }).where(eq(admins.id, actor.id)).run()
    recordEvent(deps, actor, { action: 'password changed' })
    tellOfChange(deps, actor.id, 'password')
    const token = renewAdminSession(deps, actor)
    handOverWrongCodes(deps, actor.id, hashToken(token))
    return token
  })
}

/** Returns the hash that the password matches. Refuses 'invalid' at `field` when it is wrong, and 'too-many'. */
const checkPassword = (deps: Deps, actor: Admin, password: string, field: string) =>
  limitPasswords(deps, actor, async () => {
    const { passwordHash } = findAdmin(deps, actor.id)
    if (await passwordMatches(deps, passwordHash, password, actor.address ?? noAddress))
      return passwordHash
    throw refusalAt(field, 'invalid', wrongPassword)
  })

/** While the password was checked, it may have been changed or the session ended: then it proves nothing. */
function refuseChanged(deps: Deps, actor: Admin, checked: string) {
  refuseEndedSession(deps, actor)
  if (findAdmin(deps, actor.id).passwordHash !== checked)
    throw new Refusal('not-signed-in', refusals.signIn)
}
