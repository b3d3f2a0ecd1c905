import { transact } from '#db/transaction.ts'
import type { Deps } from '#src/deps.ts'
import type { Admin } from './actor.ts'
import { endAdminSession, openAdminSession } from './admin-sessions.ts'
import { takeCode, wrongCode } from './admin-totp.ts'
import { findAdmin, findAdminByName } from './admins.ts'
import { recordEvent } from './events.ts'
import { passwordMatches } from './passwords.ts'
import { Refusal } from './refusal.ts'

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
): Promise<SignIn> {
  const account = findAdminByName(deps, username)
  const open = account?.disabledAt === null ? account : null
  const right = await passwordMatches(open?.passwordHash ?? null, password)
  if (!open || !right) throw new Refusal('not-signed-in', invalidCredentials)
  const stage = open.totpSecretSealed ? 'challenge' : 'full'
  return transact(deps, (deps) => {
    const token = openAdminSession(deps, open.id, stage)
    if (stage === 'full')
      recordEvent(deps, actorOf(open.id, open.username), { action: 'signed in' })
    return { token, stage }
  })
}

/**
 * Answers the question for a code with one of the app, or a recovery code: the half-session becomes a whole one.
 * Refuses 'invalid' for a wrong or used code.
 */
export async function answerChallenge(deps: Deps, half: Admin, code: string): Promise<SignIn> {
  if (!(await takeCode(deps, findAdmin(deps, half.id), code)))
    throw new Refusal('invalid', wrongCode, { errors: { code: wrongCode } })
  return transact(deps, (deps) => {
    endAdminSession(deps, half.sessionHash)
    const token = openAdminSession(deps, half.id, 'full')
    recordEvent(deps, half, { action: 'signed in' })
    return { token, stage: 'full' }
  })
}

const actorOf = (id: number, username: string): Admin => ({
  kind: 'admin',
  id,
  username,
  sessionHash: '',
})
