import { and, count, eq } from 'drizzle-orm'
import { admins, recoveryCodes } from '#db/schema/admins.ts'
import { transact } from '#db/transaction.ts'
import type { Deps } from '#src/deps.ts'
import { seal, unseal } from '#src/security/seal.ts'
import {
  hashRecoveryCode,
  newRecoveryCode,
  newTotpSecret,
  totpStep,
  totpWords,
} from '#src/security/totp.ts'
import type { Admin } from './actor.ts'
import { refuseStalePassword, renewAdminSession } from './admin-sessions.ts'
import { type AdminAccount, findAdmin } from './admins.ts'
import { recordEvent } from './events.ts'
import { Refusal } from './refusal.ts'

const codeCount = 10
export const wrongCode = 'That code is not right. Wait for the next one and try again.'

/**
 * Begins with a second factor: a new secret, shown once as text and as the address to scan. It counts only after
 * `confirmTotp`. Refuses 'not-allowed' without a fresh password, 'conflict' when there is one already.
 */
export function enrolTotp(deps: Deps, actor: Admin): { secret: string; uri: string } {
  refuseStalePassword(deps, actor)
  const account = findAdmin(deps, actor.id)
  if (account.totpSecretSealed) throw new Refusal('conflict', 'Two-step sign-in is on already')
  const secret = newTotpSecret()
  deps.db.orm
    .update(admins)
    .set({ totpPendingSealed: seal(deps.keys, place(actor.id), secret.toString('base64')) })
    .where(eq(admins.id, actor.id))
    .run()
  return totpWords(secret, deps.env.COMPANY_NAME, account.username)
}

/** The secret that waits for its first code, once more; `null` when none does. Refuses 'not-allowed' as above. */
export function pendingTotp(deps: Deps, actor: Admin): { secret: string; uri: string } | null {
  refuseStalePassword(deps, actor)
  const { totpPendingSealed: pending, username } = findAdmin(deps, actor.id)
  if (!pending) return null
  return totpWords(opened(deps, actor.id, pending), deps.env.COMPANY_NAME, username)
}

/**
 * Turns the second factor on by a code of the app; answers the ten recovery codes, shown this once, and the new
 * session's secret. Refuses 'not-allowed' as above, 'invalid' for a wrong code.
 */
export async function confirmTotp(
  deps: Deps,
  actor: Admin,
  code: string,
): Promise<{ recoveryCodes: string[]; token: string }> {
  refuseStalePassword(deps, actor)
  const { totpPendingSealed: pending } = findAdmin(deps, actor.id)
  const step = pending && (await totpStep(opened(deps, actor.id, pending), code, deps.now(), null))
  if (!pending || !step) throw new Refusal('invalid', wrongCode, { errors: { code: wrongCode } })
  const codes = Array.from({ length: codeCount }, newRecoveryCode)
  return transact(deps, (deps) => {
    const set = { totpSecretSealed: pending, totpPendingSealed: null, totpLastStep: step }
    deps.db.orm.update(admins).set(set).where(eq(admins.id, actor.id)).run()
    deps.db.orm.delete(recoveryCodes).where(eq(recoveryCodes.admin, actor.id)).run()
    for (const text of codes)
      deps.db.orm
        .insert(recoveryCodes)
        .values({ codeHash: hashRecoveryCode(text), admin: actor.id })
        .run()
    recordEvent(deps, actor, { action: 'second factor on' })
    return { recoveryCodes: codes, token: renewAdminSession(deps, actor.id) }
  })
}

/** Turns the second factor off by a code; answers the new session's secret. Refuses as `confirmTotp`. */
export async function disableTotp(deps: Deps, actor: Admin, code: string): Promise<string> {
  refuseStalePassword(deps, actor)
  if (!(await takeCode(deps, findAdmin(deps, actor.id), code)))
    throw new Refusal('invalid', wrongCode, { errors: { code: wrongCode } })
  return transact(deps, (deps) => {
    dropTotp(deps, actor.id)
    recordEvent(deps, actor, { action: 'second factor off' })
    return renewAdminSession(deps, actor.id)
  })
}

/** Forgets an admin's second factor and recovery codes, inside the caller's transaction. */
export function dropTotp({ db }: Pick<Deps, 'db'>, admin: number) {
  db.orm
    .update(admins)
    .set({ totpSecretSealed: null, totpPendingSealed: null, totpLastStep: null })
    .where(eq(admins.id, admin))
    .run()
  db.orm.delete(recoveryCodes).where(eq(recoveryCodes.admin, admin)).run()
}

/** How many recovery codes are left. */
export function recoveryCodesLeft({ db }: Pick<Deps, 'db'>, admin: number): number {
  const row = db.orm
    .select({ left: count() })
    .from(recoveryCodes)
    .where(eq(recoveryCodes.admin, admin))
    .get()
  return row?.left ?? 0
}

/** Takes a code of the app or a recovery code, each only once; `false` when it is neither. */
export async function takeCode(
  deps: Pick<Deps, 'db' | 'keys' | 'now'>,
  account: AdminAccount,
  code: string,
): Promise<boolean> {
  const { id, totpSecretSealed: sealed } = account
  if (!sealed) return false
  const step = await totpStep(opened(deps, id, sealed), code, deps.now(), account.totpLastStep)
  if (step !== null) return markStep(deps, id, step)
  const used = deps.db.orm
    .delete(recoveryCodes)
    .where(and(eq(recoveryCodes.admin, id), eq(recoveryCodes.codeHash, hashRecoveryCode(code))))
    .run()
  return used.changes === 1
}

/** The step goes up in one statement, so that of two requests with the same code only one is taken. */
function markStep({ db }: Pick<Deps, 'db'>, admin: number, step: number): boolean {
  return (
    db.sqlite
      .prepare(
        'update admins set totp_last_step = ? where id = ? and ifnull(totp_last_step, -1) < ?',
      )
      .run(step, admin, step).changes === 1
  )
}

const place = (admin: number) => `admins|totp|${admin}`

const opened = ({ keys }: Pick<Deps, 'keys'>, admin: number, sealed: string) =>
  Buffer.from(unseal(keys, place(admin), sealed), 'base64')
