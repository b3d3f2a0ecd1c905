import { transact, type Writing } from '#db/transaction.ts'
import type { Deps, Store } from '#src/deps.ts'
import { type Admin, accessSection, type Source } from '#src/domain/actor.ts'
import { noteFailure } from '#src/domain/audit/access-log.ts'
import { type NewEvent, recordEvent } from '#src/domain/audit/events.ts'
import { Refusal, refusalAt, refusals } from '#src/domain/refusal.ts'
import {
  hashPassword,
  noAddress,
  passwordMatches,
  refuseWeakPassword,
} from '#src/domain/sign-in/passwords.ts'
import { countFailures, forgiveFailures } from '#src/domain/sign-in/sign-in-limits.ts'
import { hashToken } from '#src/security/tokens.ts'
import {
  endAdminSession,
  findAdminSession,
  openAdminSession,
  passwordGivenAt,
  provePassword,
  refuseEndedSession,
  renewAdminSession,
  type SessionSource,
} from './admin-sessions.ts'
import {
  type AdminAccount,
  emailAccountChange,
  findAdmin,
  findAdminByName,
  updateAdmin,
} from './admins.ts'
import { adminGuess, limitCodes, limitPasswords } from './guess-limits.ts'
import { usablePassword } from './identity-provider.ts'
import { checkCode, handOverWrongCodes, refuseCode, useCode } from './second-factor.ts'

const invalidCredentials = 'Invalid credentials'

export type SignIn = { token: string; stage: 'full' | 'challenge' }

/** Every failure refuses with the same words after the same work, and counts until the second factor is right. */
export function signInAdmin(
  deps: Deps,
  { username, password }: { username: string; password: string },
  from: Required<Source>,
): Promise<SignIn> {
  const { address } = from
  return countFailures(
    deps,
    adminGuess(username, address),
    async () => {
      const account = findAdminByName(deps, username)
      const checked = account?.disabledAt === null ? account : null
      const hash = checked && usablePassword(deps, checked)
      const right = await passwordMatches(deps, hash, password, address)
      const session = right && checked ? openSession(deps, checked, from) : null
      if (!session) {
        await noteFailure(deps, account ? actorOf(account, from) : { kind: 'stranger', address })
        throw new Refusal('not-signed-in', invalidCredentials)
      }
      return session
    },
    { isFinal: ({ stage }) => stage === 'full' },
  )
}

/** Returns `null` when the password was changed or the account closed while it was checked. */
function openSession(deps: Deps, checked: AdminAccount, from: Source): SignIn | null {
  return transact(deps, (tx) => {
    const account = findAdmin(tx, checked.id)
    const isUnchanged = usablePassword(tx, account) === checked.passwordHash
    if (!isUnchanged || account.disabledAt !== null) return null
    return enter(tx, account, from)
  })
}

/** Opens a full session, or one that waits for a code. `isWholeProof` skips the code of the second factor. */
export function enter(
  deps: Writing<Store>,
  account: AdminAccount,
  from: SessionSource,
  isWholeProof = false,
): SignIn {
  const stage = account.totpSecretSealed && !isWholeProof ? 'challenge' : 'full'
  const token = openAdminSession(deps, account.id, stage, from)
  if (stage === 'full') recordEvent(deps, actorOf(account, from), signedIn(from))
  return { token, stage }
}

/** Turns the pending session into a full one; returns the new secret. */
export async function answerChallenge(deps: Deps, pending: Admin, code: string): Promise<string> {
  const token = await limitCodes(deps, pending, code, async () => {
    const checked = await checkCode(deps, findAdmin(deps, pending.id), code)
    const token = transact(deps, (tx) => {
      if (!findAdminSession(tx, pending.sessionHash, 'challenge'))
        throw new Refusal('not-signed-in', invalidCredentials)
      if (!useCode(tx, pending.id, checked)) return null
      const provedAt = passwordGivenAt(tx, pending)
      endAdminSession(tx, pending.sessionHash)
      recordEvent(tx, pending, signedIn(pending))
      const byRecoveryCode = checked !== null && 'recoveryHash' in checked
      const token = openAdminSession(tx, pending.id, 'full', {
        ...pending,
        byRecoveryCode,
        provedAt,
      })
      handOverWrongCodes(tx, pending.id, hashToken(token))
      return token
    })
    if (token === null) refuseCode(deps, pending)
    return token
  })
  await forgiveFailures(deps, adminGuess(pending.username, pending.address ?? noAddress))
  return token
}

export const signInNewAdmin = (
  deps: Writing<Store>,
  account: AdminAccount,
  from: SessionSource,
): string => enter(deps, account, from).token

const signedIn = ({ byProvider }: SessionSource): NewEvent => ({
  action: 'signed in',
  section: accessSection,
  changes: byProvider ? [{ field: 'by', before: null, after: 'the provider' }] : [],
})

export const actorOf = ({ id, username, role }: AdminAccount, from: Source): Admin => ({
  kind: 'admin',
  id,
  username,
  role,
  sessionHash: '',
  ...from,
})

/** Refuses 'invalid', or makes the password count as fresh for another ten minutes. */
export async function confirmAdmin(deps: Deps, actor: Admin, password: string) {
  const checked = await checkPassword(deps, actor, password)
  transact(deps, (tx) => {
    refuseChanged(tx, actor, checked)
    provePassword(tx, actor)
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
  return transact(deps, (tx) => {
    refuseChanged(tx, actor, checked)
    updateAdmin(tx, actor.id, { passwordHash })
    recordEvent(tx, actor, { action: 'password changed' })
    emailAccountChange(tx, actor.id, 'password')
    const token = renewAdminSession(tx, actor)
    handOverWrongCodes(tx, actor.id, hashToken(token))
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
