import { createHash } from 'node:crypto'
import { transact } from '#db/transaction.ts'
import type { Deps } from '#src/deps.ts'
import type { Admin } from '#src/domain/actor.ts'
import { recordEvent } from '#src/domain/audit/events.ts'
import { provenProfile } from '#src/domain/audit/proven-profile.ts'
import { Refusal, refusalAt, refusals } from '#src/domain/refusal.ts'
import {
  hashPassword,
  noAddress,
  passwordMatches,
  refuseWeakPassword,
} from '#src/domain/sign-in/passwords.ts'
import { toDataUri } from '#src/security/png.ts'
import { hashToken } from '#src/security/tokens.ts'
import {
  isSecondFactorRequired,
  lacksSecondFactor,
  provePassword,
  refuseEndedSession,
  renewAdminSession,
} from './admin-sessions.ts'
import { emailAccountChange, findAdmin, updateAdmin } from './admins.ts'
import { limitPasswords } from './guess-limits.ts'
import { identityOf } from './identities.ts'
import { providerName, usablePassword } from './identity-provider.ts'
import { handOverWrongCodes, recoveryCodesLeft } from './second-factor.ts'
import { sessionsOf } from './team.ts'

export function adminProfile(deps: Deps, actor: Admin) {
  const account = findAdmin(deps, actor.id)
  return {
    username: account.username,
    fullName: account.fullName,
    role: account.role,
    email: account.email,
    secondFactor: {
      isOn: account.totpSecretSealed !== null,
      isRequired: isSecondFactorRequired(deps),
      isMissing: lacksSecondFactor(deps, account, actor.byProvider ?? false),
      codesLeft: recoveryCodesLeft(deps, actor.id),
      codesMade: account.recoveryCodesAt ?? 0,
    },
    signature: account.signaturePng && toDataUri(account.signaturePng),
    sessions: sessionsOf(deps, actor, actor.id),
    provider: providerName(deps),
    connectedAs: identityOf(deps, actor.id)?.shownAs ?? null,
    hasPassword: usablePassword(deps, account) !== null,
  }
}

export function keepFullName(deps: Deps, actor: Admin, fullName: string) {
  transact(deps, (deps) => {
    const before = findAdmin(deps, actor.id).fullName
    // a name from before version 0.3.0 is not in the history until it is saved again
    const isProven = provenProfile(deps, actor.username).fullName === fullName
    if (before === fullName && isProven) return
    updateAdmin(deps, actor.id, { fullName })
    const changes = [{ field: 'fullName', before, after: fullName }]
    recordEvent(deps, actor, { action: 'full name changed', changes })
  })
}

/** `null` removes the image. */
export function keepProfileSignature(deps: Deps, actor: Admin, png: Uint8Array | null) {
  const signaturePng = png && Buffer.from(png)
  transact(deps, (deps) => {
    updateAdmin(deps, actor.id, { signaturePng })
    if (!signaturePng) return recordEvent(deps, actor, { action: 'signature removed' })
    const after = createHash('sha256').update(signaturePng).digest('hex')
    const changes = [{ field: 'signature', before: null, after }]
    recordEvent(deps, actor, { action: 'signature kept', changes })
  })
}

/** Refuses 'invalid', or makes the password count as fresh for another ten minutes. */
export async function confirmAdmin(deps: Deps, actor: Admin, password: string) {
  const checked = await checkPassword(deps, actor, password)
  transact(deps, (deps) => {
    refuseChanged(deps, actor, checked)
    provePassword(deps, actor)
  })
}

/** Ends every session and returns the secret of a new one. */
export async function changeAdminPassword(
  deps: Deps,
  actor: Admin,
  { currentPassword, newPassword }: { currentPassword: string; newPassword: string },
): Promise<string> {
  const checked = await checkPassword(deps, actor, currentPassword)
  await refuseWeakPassword(deps, actor.username, newPassword, 'newPassword')
  const passwordHash = await hashPassword(deps, newPassword, actor.address ?? noAddress)
  return transact(deps, (deps) => {
    refuseChanged(deps, actor, checked)
    updateAdmin(deps, actor.id, { passwordHash })
    recordEvent(deps, actor, { action: 'password changed' })
    emailAccountChange(deps, actor.id, 'password')
    const token = renewAdminSession(deps, actor)
    handOverWrongCodes(deps, actor.id, hashToken(token))
    return token
  })
}

const checkPassword = (deps: Deps, actor: Admin, password: string) =>
  limitPasswords(deps, actor, async () => {
    const hash = usablePassword(deps, findAdmin(deps, actor.id))
    if (await passwordMatches(deps, hash, password, actor.address ?? noAddress)) return hash
    throw refusalAt('currentPassword', 'invalid', 'That is not your password')
  })

/** The password may have been changed, or the session ended, during the check. */
function refuseChanged(deps: Deps, actor: Admin, checked: string | null) {
  refuseEndedSession(deps, actor)
  if (usablePassword(deps, findAdmin(deps, actor.id)) !== checked)
    throw new Refusal('not-signed-in', refusals.signIn)
}
