import { eq } from 'drizzle-orm'
import { admins } from '#db/schema/admins.ts'
import { transact } from '#db/transaction.ts'
import { transactSoon } from '#db/write-lock.ts'
import type { Deps } from '#src/deps.ts'
import type { Admin } from '#src/domain/actor.ts'
import { recordEvent } from '#src/domain/audit/events.ts'
import { Refusal, refusals } from '#src/domain/refusal.ts'
import { readSignature, toDataUri } from '#src/security/signature-image.ts'
import { refuseWeakPassword } from './admin-passwords.ts'
import { provePassword, refuseEndedSession, renewAdminSession } from './admin-sessions.ts'
import { recoveryCodesLeft } from './admin-totp.ts'
import { findAdmin } from './admins.ts'
import { hashPassword, passwordMatches } from './passwords.ts'
import { wrongCodesOf } from './wrong-codes.ts'

const wrongPassword = 'That is not your password'

/** What the 'My account' dialog shows: name, second factor, codes left, wrong codes, signature as a data URI. */
export function adminProfile(deps: Deps, actor: Admin) {
  const account = findAdmin(deps, actor.id)
  return {
    username: account.username,
    totp: account.totpSecretSealed !== null,
    recoveryCodesLeft: recoveryCodesLeft(deps, actor.id),
    wrongCodes: wrongCodesOf(deps, actor),
    signature: account.signaturePng && toDataUri(account.signaturePng),
  }
}

/** Keeps the image that becomes the finance signature of this admin's decisions; `null` removes it. */
export function keepProfileSignature(deps: Deps, actor: Admin, image: string | null) {
  const read = image === null ? null : readSignature(image)
  if (read?.ok === false) {
    const message = read.reason === 'too-large' ? refusals.tooLarge : 'Signature is required'
    const kind = read.reason === 'too-large' ? 'too-large' : 'invalid'
    throw new Refusal(kind, message, { errors: { signature: message } })
  }
  const signaturePng = read && Buffer.from(read.png)
  transact(deps, (deps) => {
    deps.db.orm.update(admins).set({ signaturePng }).where(eq(admins.id, actor.id)).run()
    recordEvent(deps, actor, { action: signaturePng ? 'signature kept' : 'signature removed' })
  })
}

/** Takes the password once more, which restarts the ten minutes for which it counts as fresh. Refuses 'invalid'. */
export async function confirmAdmin(deps: Deps, actor: Admin, given: Given & { field?: string }) {
  const checked = await checkPassword(deps, actor, { field: 'password', ...given })
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
  address: string,
): Promise<string> {
  const given = { password: currentPassword, address, field: 'currentPassword' }
  const checked = await checkPassword(deps, actor, given)
  await refuseWeakPassword(deps, actor.username, newPassword, 'newPassword')
  const passwordHash = await hashPassword(deps, newPassword, address)
  return transactSoon(deps, (deps) => {
    refuseChanged(deps, actor, checked)
    deps.db.orm.update(admins).set({ passwordHash }).where(eq(admins.id, actor.id)).run()
    recordEvent(deps, actor, { action: 'password changed' })
    return renewAdminSession(deps, actor.id)
  })
}

/** A password as it was given, from where, and the field to mark when it is wrong. */
type Given = { password: string; address: string }

/** Returns the hash that the password matches; refuses 'invalid' at `field` when it is wrong. */
async function checkPassword(
  deps: Deps,
  { id }: Admin,
  { password, address, field }: Given & { field: string },
): Promise<string> {
  const { passwordHash } = findAdmin(deps, id)
  if (await passwordMatches(deps, passwordHash, password, address)) return passwordHash
  throw new Refusal('invalid', wrongPassword, { errors: { [field]: wrongPassword } })
}

/** While the password was checked, it may have been changed or the session ended: then it proves nothing. */
function refuseChanged(deps: Deps, actor: Admin, checked: string) {
  refuseEndedSession(deps, actor)
  if (findAdmin(deps, actor.id).passwordHash !== checked)
    throw new Refusal('not-signed-in', refusals.signIn)
}
