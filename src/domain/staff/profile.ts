import { createHash } from 'node:crypto'
import { transact } from '#db/transaction.ts'
import type { Deps } from '#src/deps.ts'
import type { Admin } from '#src/domain/actor.ts'
import { recordEvent } from '#src/domain/audit/events.ts'
import { provenProfile } from '#src/domain/audit/proven-profile.ts'
import { toDataUri } from '#src/security/png.ts'
import { findAdmin, updateAdmin } from './admins.ts'
import { identityOf } from './identities.ts'
import { providerName, usablePassword } from './identity-provider.ts'
import { sessionsOf } from './listed-sessions.ts'
import { isSecondFactorRequired, lacksSecondFactor } from './required-second-factor.ts'
import { recoveryCodesLeft } from './second-factor.ts'

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

export function saveFullName(deps: Deps, actor: Admin, fullName: string) {
  transact(deps, (tx) => {
    const before = findAdmin(tx, actor.id).fullName
    // a name from before version 0.3.0 is not in the history until it is saved again
    const isProven = provenProfile(tx, actor.username).fullName === fullName
    if (before === fullName && isProven) return
    updateAdmin(tx, actor.id, { fullName })
    const changes = [{ field: 'fullName', before, after: fullName }]
    recordEvent(tx, actor, { action: 'full name changed', changes })
  })
}

/** Stores the signature of a profile. `null` removes the image. */
export function saveProfileSignature(deps: Deps, actor: Admin, png: Uint8Array | null) {
  const signaturePng = png && Buffer.from(png)
  transact(deps, (tx) => {
    updateAdmin(tx, actor.id, { signaturePng })
    if (!signaturePng) return recordEvent(tx, actor, { action: 'signature removed' })
    const after = createHash('sha256').update(signaturePng).digest('hex')
    const changes = [{ field: 'signature', before: null, after }]
    recordEvent(tx, actor, { action: 'signature kept', changes })
  })
}
