import type { Admin } from '#src/domain/actor.ts'
import { answerChallenge, type SignIn, signInAdmin } from '#src/domain/admin-sign-in.ts'
import { usernameKey } from '#src/domain/admins.ts'
import { judged } from '#src/domain/judged.ts'
import type { AdminSignIn } from '#src/forms/admin-forms.ts'
import { setAdminCookie } from './admin-session.ts'
import { limitKey } from './client-address.ts'
import type { Ctx } from './context.ts'
import { limit } from './limit.ts'

/**
 * Signs an admin in and sets the cookie; `challenge` means that a code is asked next. Refuses 'not-signed-in', and
 * 'too-many' after ten failures in 15 minutes for one name and address.
 */
export async function enterAdmin(c: Ctx, given: AdminSignIn): Promise<SignIn['stage']> {
  const { token, stage } = await limitPasswords(c, given.username, () =>
    signInAdmin(c.var.deps, given),
  )
  setAdminCookie(c, token)
  return stage
}

/** Answers the question for a code that `half` was asked; refuses 'invalid' and 'too-many'. */
export async function enterWithCode(c: Ctx, half: Admin, code: string) {
  const { token } = await limitCodes(c, half.id, () => answerChallenge(c.var.deps, half, code))
  setAdminCookie(c, token)
}

/** Ten wrong passwords in 15 minutes for one name from one address. */
export const limitPasswords = <T>(c: Ctx, username: string, attempt: () => Promise<T>) =>
  countFailures(c, 'adminSignIn', `${usernameKey(username)}|${limitKey(c.var.address)}`, attempt)

/** Five wrong codes in five minutes for one admin, on every path that takes a code. */
export const limitCodes = <T>(c: Ctx, admin: number, attempt: () => Promise<T>) =>
  countFailures(c, 'secondFactor', String(admin), attempt)

/** The point is taken before the work and given back by a success, so that many at once are no way around it. */
async function countFailures<T>(
  c: Ctx,
  name: 'adminSignIn' | 'secondFactor',
  key: string,
  attempt: () => Promise<T>,
): Promise<T> {
  await limit(c, name, key)
  const done = await judged(c.var.deps, name, key, attempt)
  await c.var.deps.limits.clear(name, key)
  return done
}
