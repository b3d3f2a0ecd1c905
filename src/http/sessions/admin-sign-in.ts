import { answerChallenge, type SignIn, signInAdmin } from '#src/domain/accounts/admin-sign-in.ts'
import { usernameKey } from '#src/domain/accounts/admins.ts'
import {
  codeGuess,
  countFailures,
  forgiveFailures,
  passwordGuess,
} from '#src/domain/accounts/sign-in-limits.ts'
import type { Admin } from '#src/domain/actor.ts'
import type { AdminSignIn } from '#src/forms/admin/admin-forms.ts'
import type { Ctx } from '#src/http/context.ts'
import { setAdminCookie } from './admin-session.ts'

/**
 * Signs an admin in and sets the cookie; `challenge` means that a code is asked next, and until it is right the sign-in
 * counts as a failure. Refuses 'not-signed-in', and 'too-many' after too many failures.
 */
export async function enterAdmin(c: Ctx, given: AdminSignIn): Promise<SignIn['stage']> {
  const { deps, address } = c.var
  const { token, stage } = await countFailures(
    deps,
    guessAt(c, given.username),
    () => signInAdmin(deps, given, address),
    { isFinal: (signIn) => signIn.stage === 'full' },
  )
  setAdminCookie(c, token)
  return stage
}

/** Completes a pending sign-in by its code; refuses 'invalid' and 'too-many'. */
export async function enterWithCode(c: Ctx, pending: Admin, code: string) {
  const { token } = await limitCodes(c, pending, code, () =>
    answerChallenge(c.var.deps, pending, code),
  )
  await forgiveFailures(c.var.deps, guessAt(c, pending.username))
  setAdminCookie(c, token)
}

/** Runs what an admin's password is asked for; wrong ones count like those of the sign-in. */
export const limitPasswords = <T>(c: Ctx, username: string, attempt: () => Promise<T>) =>
  countFailures(c.var.deps, guessAt(c, username), attempt)

/** Runs what an admin's code is asked for; wrong ones count on every path that takes a code. */
export const limitCodes = <T>(c: Ctx, { id }: Admin, code: string, attempt: () => Promise<T>) =>
  countFailures(c.var.deps, codeGuess(id, code, c.var.address), attempt)

const guessAt = (c: Ctx, username: string) =>
  passwordGuess('adminSignIn', usernameKey(username), c.var.address)
