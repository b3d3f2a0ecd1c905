import { transact, type Writing } from '#db/transaction.ts'
import type { Deps, Store } from '#src/deps.ts'
import { type Admin, access, type Source } from '#src/domain/actor.ts'
import { noteFailure } from '#src/domain/audit/access-log.ts'
import { type NewEvent, recordEvent } from '#src/domain/audit/events.ts'
import { Refusal } from '#src/domain/refusal.ts'
import { noAddress, passwordMatches } from '#src/domain/sign-in/passwords.ts'
import { countFailures, forgiveFailures } from '#src/domain/sign-in/sign-in-limits.ts'
import { hashToken } from '#src/security/tokens.ts'
import {
  endAdminSession,
  findAdminSession,
  openAdminSession,
  passwordGivenAt,
  type SessionSource,
} from './admin-sessions.ts'
import { type AdminAccount, findAdmin, findAdminByName } from './admins.ts'
import { adminGuess, limitCodes } from './guess-limits.ts'
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
  return transact(deps, (deps) => {
    const account = findAdmin(deps, checked.id)
    const isUnchanged = usablePassword(deps, account) === checked.passwordHash
    if (!isUnchanged || account.disabledAt !== null) return null
    return enter(deps, account, from)
  })
}

/** Opens a full session, or one that waits for a code. `isWholeProof`: no code of ours is asked for. */
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
    const token = transact(deps, (deps) => {
      if (!findAdminSession(deps, pending.sessionHash, 'challenge'))
        throw new Refusal('not-signed-in', invalidCredentials)
      if (!useCode(deps, pending.id, checked)) return null
      const provedAt = passwordGivenAt(deps, pending)
      endAdminSession(deps, pending.sessionHash)
      recordEvent(deps, pending, signedIn(pending))
      const byRecoveryCode = checked !== null && 'recoveryHash' in checked
      const token = openAdminSession(deps, pending.id, 'full', {
        ...pending,
        byRecoveryCode,
        provedAt,
      })
      handOverWrongCodes(deps, pending.id, hashToken(token))
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
  section: access,
  changes: byProvider ? [{ field: 'by', before: null, after: 'the provider' }] : [],
})

export const actorOf = ({ id, username, role }: AdminAccount, from: Source): Admin => ({
  ...{ kind: 'admin', id, username, role, sessionHash: '' },
  ...from,
})
