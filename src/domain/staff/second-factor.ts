import { and, eq, sql } from 'drizzle-orm'
import { adminSessions, admins, recoveryCodes } from '#db/schema/admins.ts'
import { transact, type Writing } from '#db/transaction.ts'
import type { Deps, Store } from '#src/deps.ts'
import type { Admin } from '#src/domain/actor.ts'
import { recordEvent } from '#src/domain/audit/events.ts'
import { longInstant } from '#src/domain/calendar.ts'
import { companyOf } from '#src/domain/company/company.ts'
import { Refusal, refusalAt } from '#src/domain/refusal.ts'
import { decrypt, encrypt } from '#src/security/encrypt.ts'
import { hashToken } from '#src/security/tokens.ts'
import {
  hashRecoveryCode,
  isRecoveryCode,
  newRecoveryCode,
  newTotpSecret,
  totpStep,
  totpWords,
} from '#src/security/totp.ts'
import { refuseEndedSession, refuseStalePassword, renewAdminSession } from './admin-sessions.ts'
import {
  type AdminAccount,
  dropTotp,
  emailAccountChange,
  findAdmin,
  updateAdmin,
} from './admins.ts'
import { limitCodes } from './guess-limits.ts'
import { isSecondFactorRequired } from './required-second-factor.ts'

const codeCount = 10
const required = 'A second factor is required for everybody, so it cannot be turned off'
const wrongCode = 'That code is not right. Wait for the next one and try again.'
const onlyRecoveryCodes = 'Too many wrong codes were entered. Only a recovery code works now.'
const alreadyOn =
  'Two-step sign-in is on already. If you do not have its recovery codes, renew them at /admin/account.'
const newerCodes = (made: string) =>
  `Your present recovery codes were made on ${made}, after this page was opened. Only these work. Nothing was changed just now. If you do not have them, renew them again with a new code.`

/** Creates a secret for an authenticator app. It is used only after `confirmTotp`. */
export function enrolTotp(deps: Deps, actor: Admin): { secret: string; uri: string } {
  refuseStalePassword(deps, actor)
  refuseWhenOn(deps, actor)
  const secret = newTotpSecret()
  const totpPendingSealed = encrypt(deps.keys, contextOf(actor.id), secret.toString('base64'))
  updateAdmin(deps, actor.id, { totpPendingSealed })
  return totpWords(secret, companyOf(deps).name, actor.username)
}

export function pendingTotp(deps: Deps, actor: Admin): { secret: string; uri: string } | null {
  refuseStalePassword(deps, actor)
  const { totpPendingSealed: pending } = findAdmin(deps, actor.id)
  return pending === null
    ? null
    : totpWords(opened(deps, actor.id, pending), companyOf(deps).name, actor.username)
}

/**
 * Turns on the second factor. Returns the ten recovery codes, which are shown only this once, and the secret of a new
 * session.
 */
export const confirmTotp = (deps: Deps, actor: Admin, code: string) =>
  limitCodes(deps, actor, code, async () => {
    refuseStalePassword(deps, actor)
    refuseWhenOn(deps, actor)
    const { totpPendingSealed: pending } = findAdmin(deps, actor.id)
    const step =
      pending && (await totpStep(opened(deps, actor.id, pending), code, deps.now(), null))
    if (!pending || !step) throw badCode()
    return transact(deps, (tx) => {
      // checked first, because the first of two clicks has replaced the session
      refuseWhenOn(tx, actor)
      refuseEndedSession(tx, actor)
      if (findAdmin(tx, actor.id).totpPendingSealed !== pending) throw badCode()
      const secret = { totpSecretSealed: pending, totpPendingSealed: null }
      updateAdmin(tx, actor.id, { ...secret, totpLastStep: step })
      const codes = replaceRecoveryCodes(tx, actor.id)
      recordEvent(tx, actor, { action: 'second factor on' })
      emailAccountChange(tx, actor.id, 'second-factor-on')
      return { recoveryCodes: codes, token: renewAdminSession(tx, actor) }
    })
  })

function refuseWhenOn(deps: Store, { id }: Admin) {
  if (findAdmin(deps, id).totpSecretSealed) throw new Refusal('conflict', alreadyOn)
}

export const disableTotp = (deps: Deps, actor: Admin, code: string): Promise<string> =>
  byCode(deps, actor, code, {
    refuse(tx) {
      if (isSecondFactorRequired(tx)) throw refusalAt('code', 'conflict', required)
    },
    change(tx) {
      dropTotp(tx, actor.id)
      recordEvent(tx, actor, { action: 'second factor off' })
      emailAccountChange(tx, actor.id, 'second-factor-off')
      const token = renewAdminSession(tx, actor)
      handOverWrongCodes(tx, actor.id, hashToken(token))
      return token
    },
  })

/** Returns new recovery codes. Refuses 'conflict' when the codes from `made` have already been replaced. */
export const renewRecoveryCodes = (
  deps: Deps,
  actor: Admin,
  { code, made }: { code: string; made: number },
): Promise<string[]> =>
  byCode(deps, actor, code, {
    // checked before the code is used, because a second click sends the code that the first has used
    refuse: (tx) => refuseNewerCodes(tx, actor, made),
    change(tx) {
      handOverWrongCodes(tx, actor.id, actor.sessionHash)
      recordEvent(tx, actor, { action: 'recovery codes renewed' })
      emailAccountChange(tx, actor.id, 'recovery-codes')
      return replaceRecoveryCodes(tx, actor.id)
    },
  })

/**
 * Uses a code and runs `change` in the same transaction. Refuses 'not-allowed' without a fresh password, 'invalid' a
 * wrong code, and 'too-many'.
 */
const byCode = <T>(
  deps: Deps,
  actor: Admin,
  code: string,
  steps: { refuse: (deps: Writing<Deps>) => void; change: (deps: Writing<Deps>) => T },
): Promise<T> =>
  limitCodes(deps, actor, code, async () => {
    refuseStalePassword(deps, actor)
    const checked = await checkCode(deps, findAdmin(deps, actor.id), code)
    const changed = transact(deps, (tx) => {
      refuseEndedSession(tx, actor)
      steps.refuse(tx)
      return useCode(tx, actor.id, checked) && { result: steps.change(tx) }
    })
    if (!changed) refuseCode(deps, actor)
    return changed.result
  })

function refuseNewerCodes(deps: Deps, { id }: Admin, made: number) {
  const { recoveryCodesAt } = findAdmin(deps, id)
  if (recoveryCodesAt === null || recoveryCodesAt === made) return
  throw new Refusal('conflict', newerCodes(longInstant(deps.env.APP_TIMEZONE, recoveryCodesAt)))
}

function replaceRecoveryCodes(deps: Writing<Store>, admin: number): string[] {
  const { orm } = deps.db
  updateAdmin(deps, admin, { recoveryCodesAt: deps.now() })
  orm.delete(recoveryCodes).where(eq(recoveryCodes.admin, admin)).run()
  const codes = Array.from({ length: codeCount }, newRecoveryCode)
  const rows = codes.map((code) => ({ codeHash: hashRecoveryCode(code), admin }))
  orm.insert(recoveryCodes).values(rows).run()
  return codes
}

export const recoveryCodesLeft = ({ db }: Store, admin: number): number =>
  db.orm.select().from(recoveryCodes).where(eq(recoveryCodes.admin, admin)).all().length

export function codesLeftAfterUse(deps: Store, { id, sessionHash }: Admin): number | null {
  const own = eq(adminSessions.tokenHash, sessionHash)
  const session = deps.db.orm.select().from(adminSessions).where(own).get()
  return session?.byRecoveryCode ? recoveryCodesLeft(deps, id) : null
}

/** Hides the notices about codes in this session. The account still counts wrong codes. */
export function putAwayCodeNotices(deps: Deps, { sessionHash }: Admin) {
  const none = { wrongCodes: 0, wrongCodesSince: null, byRecoveryCode: false }
  const own = eq(adminSessions.tokenHash, sessionHash)
  transact(deps, ({ db }) => db.orm.update(adminSessions).set(none).where(own).run())
}

type CheckedCode = { step: number; secretSealed: string } | { recoveryHash: string }

/** Returns a right code for `useCode`, or `null` for a wrong one. A right code stays unused until then. */
export async function checkCode(
  deps: Store,
  account: AdminAccount,
  code: string,
): Promise<CheckedCode | null> {
  const { id, totpSecretSealed: secretSealed, totpLastStep } = account
  if (!secretSealed) return null
  if (isRecoveryCode(code)) return { recoveryHash: hashRecoveryCode(code) }
  if (needsRecoveryCode(account)) throw refusalAt('code', 'invalid', onlyRecoveryCodes)
  const step = await totpStep(opened(deps, id, secretSealed), code, deps.now(), totpLastStep)
  return step === null ? null : { step, secretSealed }
}

/** Uses a code up. Returns false when it was used before, or when the second factor has changed since the check. */
export function useCode(deps: Writing<Store>, admin: number, checked: CheckedCode | null): boolean {
  if (checked === null) return false
  if ('recoveryHash' in checked) {
    const hash = eq(recoveryCodes.codeHash, checked.recoveryHash)
    const used = and(eq(recoveryCodes.admin, admin), hash)
    return deps.db.orm.delete(recoveryCodes).where(used).run().changes === 1
  }
  const { totpSecretSealed, totpLastStep } = findAdmin(deps, admin)
  if (totpSecretSealed !== checked.secretSealed || (totpLastStep ?? -1) >= checked.step)
    return false
  updateAdmin(deps, admin, { totpLastStep: checked.step })
  return true
}

/** Counts a wrong code and refuses it as 'invalid'. */
export function refuseCode(deps: Deps, actor: Admin): never {
  recordWrongCode(deps, actor)
  throw badCode()
}

const badCode = () => refusalAt('code', 'invalid', wrongCode)

const contextOf = (admin: number) => `admins|totp|${admin}`

const opened = ({ keys }: Store, admin: number, sealed: string) =>
  Buffer.from(decrypt(keys, contextOf(admin), sealed), 'base64')

/** `since` is ISO in UTC. */
type WrongCodes = { count: number; since: string }

/**
 * How many wrong codes in a row block the authenticator app. Without a limit, a patient attacker would guess a code.
 */
const mostWrongCodes = 20

export const needsRecoveryCode = ({ wrongCodes }: AdminAccount) => wrongCodes >= mostWrongCodes

/** Counts a wrong code. Whoever entered it knows the password, so the owner is told in the next session. */
function recordWrongCode(deps: Deps, actor: Admin) {
  transact(deps, (tx) => {
    const { wrongCodes, wrongCodesSince } = findAdmin(tx, actor.id)
    const count = wrongCodes + 1
    const since = wrongCodesSince ?? tx.now()
    updateAdmin(tx, actor.id, { wrongCodes: count, wrongCodesSince: since })
    recordEvent(tx, actor, { action: 'wrong code of two-step sign-in' })
    if (count === mostWrongCodes) emailAccountChange(tx, actor.id, 'wrong-codes')
  })
}

/** Moves the count of wrong codes to a session, which shows it. Called after a right code or a new password. */
export function handOverWrongCodes(deps: Writing<Store>, admin: number, sessionHash: string) {
  const { wrongCodes, wrongCodesSince } = findAdmin(deps, admin)
  if (wrongCodes === 0) return
  deps.db.orm
    .update(adminSessions)
    .set({
      wrongCodes: sql`${adminSessions.wrongCodes} + ${wrongCodes}`,
      wrongCodesSince: sql`coalesce(${adminSessions.wrongCodesSince}, ${wrongCodesSince})`,
    })
    .where(eq(adminSessions.tokenHash, sessionHash))
    .run()
  updateAdmin(deps, admin, { wrongCodes: 0, wrongCodesSince: null })
}

export function wrongCodesOf({ db }: Store, actor: Admin): WrongCodes | null {
  const row = db.orm
    .select({ before: adminSessions, during: admins })
    .from(adminSessions)
    .innerJoin(admins, eq(admins.id, adminSessions.admin))
    .where(eq(adminSessions.tokenHash, actor.sessionHash))
    .get()
  const since = row && (row.before.wrongCodesSince ?? row.during.wrongCodesSince)
  if (!since) return null
  const count = row.before.wrongCodes + row.during.wrongCodes
  return { count, since: new Date(since).toISOString() }
}
