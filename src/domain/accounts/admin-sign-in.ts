import { eq } from 'drizzle-orm'
import { admins } from '#db/schema/admins.ts'
import { transact, type Writing } from '#db/transaction.ts'
import type { Deps, Store } from '#src/deps.ts'
import { type Admin, access, type Source } from '#src/domain/actor.ts'
import { noteFailure } from '#src/domain/audit/access-log.ts'
import { recordEvent } from '#src/domain/audit/events.ts'
import { Refusal, refusalAt, refusals } from '#src/domain/refusal.ts'
import { toDataUri } from '#src/security/signature-image.ts'
import { hashToken } from '#src/security/tokens.ts'
import {
  endAdminSession,
  findAdminSession,
  isSecondFactorRequired,
  openAdminSession,
  provePassword,
  refuseEndedSession,
  renewAdminSession,
} from './admin-sessions.ts'
import { type AdminAccount, findAdmin, findAdminByName, tellOfChange } from './admins.ts'
import { hashPassword, noAddress, passwordMatches, refuseWeakPassword } from './passwords.ts'
import {
  checkCode,
  handOverWrongCodes,
  recoveryCodesLeft,
  refuseCode,
  useCode,
} from './second-factor.ts'
import {
  adminGuess,
  countFailures,
  forgiveFailures,
  limitCodes,
  limitPasswords,
} from './sign-in-limits.ts'
import { sessionsOf } from './team.ts'

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
