import { transact } from '#db/transaction.ts'
import type { Deps } from '#src/deps.ts'
import { hashToken } from '#src/security/tokens.ts'
import type { Admin } from './actor.ts'
import { endAdminSession, findAdminSession, openAdminSession } from './admin-sessions.ts'
import { checkCode, refuseCode, useCode } from './admin-totp.ts'
import { type AdminAccount, findAdmin, findAdminByName } from './admins.ts'
import { recordEvent } from './events.ts'
import { passwordMatches } from './passwords.ts'
import { Refusal } from './refusal.ts'
import { handOverWrongCodes } from './wrong-codes.ts'

/** The one answer to every failed sign-in (contract 3). */
export const invalidCredentials = 'Invalid credentials'

/** What a right password opened: the whole house, or only the question for a code. */
export type SignIn = { token: string; stage: 'full' | 'challenge' }

/**
 * Signs an administrator in by user name and password. Every failure refuses with the same words ('not-signed-in')
 * after the same work, whether the name is unknown, closed or the password wrong.
 */
export async function signInAdmin(
  deps: Deps,
  { username, password }: { username: string; password: string },
  address: string,
): Promise<SignIn> {
  const account = findAdminByName(deps, username)
  const checked = account?.disabledAt === null ? account : null
  const right = await passwordMatches(checked?.passwordHash ?? null, password, address)
  const session = right && checked ? openSession(deps, checked) : null
  if (!session) throw new Refusal('not-signed-in', invalidCredentials)
  return session
}

/** Opens a session for the account as it is now; `null` when its password was changed or it was closed meanwhile. */
function openSession(deps: Deps, checked: AdminAccount): SignIn | null {
  return transact(deps, (deps) => {
    const { id, username, passwordHash, disabledAt, totpSecretSealed } = findAdmin(deps, checked.id)
    if (passwordHash !== checked.passwordHash || disabledAt !== null) return null
    const stage = totpSecretSealed ? 'challenge' : 'full'
    const token = openAdminSession(deps, id, stage)
    if (stage === 'full') recordEvent(deps, actorOf(id, username), { action: 'signed in' })
    return { token, stage }
  })
}

/**
 * Answers the question for a code with one of the app, or a recovery code: the half-session becomes a whole one.
 * Refuses 'invalid' for a wrong or used code, 'not-signed-in' when the half-session has ended meanwhile.
 */
export async function answerChallenge(deps: Deps, half: Admin, code: string): Promise<SignIn> {
  const checked = await checkCode(deps, findAdmin(deps, half.id), code)
  const token = transact(deps, (deps) => {
    if (!findAdminSession(deps, half.sessionHash, 'challenge'))
      throw new Refusal('not-signed-in', invalidCredentials)
    if (!useCode(deps, half.id, checked)) return null
    endAdminSession(deps, half.sessionHash)
    recordEvent(deps, half, { action: 'signed in' })
    const token = openAdminSession(deps, half.id, 'full')
    handOverWrongCodes(deps, half.id, hashToken(token))
    return token
  })
  if (token === null) throw refuseCode(deps, half)
  return { token, stage: 'full' }
}

const actorOf = (id: number, username: string): Admin => ({
  kind: 'admin',
  id,
  username,
  sessionHash: '',
})
