import type { Writing } from '#db/transaction.ts'
import { transact } from '#db/transaction.ts'
import type { Deps, Store } from '#src/deps.ts'
import { type Admin, access, type Source } from '#src/domain/actor.ts'
import { noteFailure } from '#src/domain/audit/access-log.ts'
import { recordEvent } from '#src/domain/audit/events.ts'
import { Refusal } from '#src/domain/refusal.ts'
import { hashToken } from '#src/security/tokens.ts'
import { endAdminSession, findAdminSession, openAdminSession } from './admin-sessions.ts'
import { checkCode, refuseCode, useCode } from './admin-totp.ts'
import { type AdminAccount, findAdmin, findAdminByName } from './admins.ts'
import { noAddress, passwordMatches } from './passwords.ts'
import { adminGuess, countFailures, forgiveFailures, limitCodes } from './sign-in-limits.ts'
import { handOverWrongCodes } from './wrong-codes.ts'

/** The one answer to every failed sign-in (rule 211). */
const invalidCredentials = 'Invalid credentials'

/** What a right password opened: a session, or only the question for a code. */
type SignIn = { token: string; stage: 'full' | 'challenge' }

/**
 * Signs an administrator in by user name and password. Every failure refuses with the same words ('not-signed-in')
 * after the same work. Until the code of a second factor is right, the sign-in counts as a failure. Refuses 'too-many'.
 */
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
      const right = await passwordMatches(deps, checked?.passwordHash ?? null, password, address)
      const session = right && checked ? await openSession(deps, checked, from) : null
      if (!session) {
        await noteFailure(deps, account ? actorOf(account, from) : { kind: 'stranger', address })
        throw new Refusal('not-signed-in', invalidCredentials)
      }
      return session
    },
    { isFinal: ({ stage }) => stage === 'full' },
  )
}

/** Opens a session for the account as it is now; `null` when its password was changed or it was closed meanwhile. */
function openSession(deps: Deps, checked: AdminAccount, from: Source): SignIn | null {
  return transact(deps, (deps) => {
    const account = findAdmin(deps, checked.id)
    const { id, passwordHash, disabledAt, totpSecretSealed } = account
    if (passwordHash !== checked.passwordHash || disabledAt !== null) return null
    const stage = totpSecretSealed ? 'challenge' : 'full'
    const token = openAdminSession(deps, id, stage, from)
    if (stage === 'full') recordEvent(deps, actorOf(account, from), signedIn)
    return { token, stage }
  })
}

/**
 * Takes a code of the app or a recovery code: the pending session becomes a full one. Refuses 'invalid' for a wrong or
 * used code, 'not-signed-in' when the pending session has ended, 'too-many'. Returns the new session's secret.
 */
export async function answerChallenge(deps: Deps, pending: Admin, code: string): Promise<string> {
  const token = await limitCodes(deps, pending, code, () => takeCode(deps, pending, code))
  await forgiveFailures(deps, adminGuess(pending.username, pending.address ?? noAddress))
  return token
}

async function takeCode(deps: Deps, pending: Admin, code: string): Promise<string> {
  const checked = await checkCode(deps, findAdmin(deps, pending.id), code)
  const token = transact(deps, (deps) => {
    if (!findAdminSession(deps, pending.sessionHash, 'challenge'))
      throw new Refusal('not-signed-in', invalidCredentials)
    if (!useCode(deps, pending.id, checked)) return null
    endAdminSession(deps, pending.sessionHash)
    recordEvent(deps, pending, signedIn)
    const token = openAdminSession(deps, pending.id, 'full', pending)
    handOverWrongCodes(deps, pending.id, hashToken(token))
    return token
  })
  if (token === null) throw refuseCode(deps, pending)
  return token
}

/** Signs in the owner of an account that was just made; in the caller's transaction. Returns the session's secret. */
export function signInNewAdmin(deps: Writing<Store>, account: AdminAccount, from: Source): string {
  recordEvent(deps, actorOf(account, from), signedIn)
  return openAdminSession(deps, account.id, 'full', from)
}

const signedIn = { action: 'signed in', section: access }

const actorOf = (
  { id, username, role }: Pick<AdminAccount, 'id' | 'username' | 'role'>,
  from: Source,
): Admin => ({
  kind: 'admin',
  id,
  username,
  role,
  sessionHash: '',
  ...from,
})
