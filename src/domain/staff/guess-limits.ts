import type { Deps } from '#src/deps.ts'
import type { Admin } from '#src/domain/actor.ts'
import { noAddress } from '#src/domain/sign-in/passwords.ts'
import { countFailures, type Guess, passwordGuess } from '#src/domain/sign-in/sign-in-limits.ts'
import { isRecoveryCode } from '#src/security/totp.ts'
import { usernameKey } from './admins.ts'

export const adminGuess = (username: string, address: string): Guess =>
  passwordGuess('adminSignIn', usernameKey(username), address)

/**
 * Counts a code for the account, from any address. A recovery code is too long to guess and counts for its address
 * alone, so that somebody with a stolen password cannot block the owner.
 */
const codeGuess = (admin: number, code: string, address: string): Guess => [
  ...(isRecoveryCode(code) ? [] : ([['secondFactor', String(admin)]] satisfies Guess)),
  ['signInAddress', address],
]

export const limitPasswords = <T>(
  deps: Deps,
  { username, address = noAddress }: Admin,
  attempt: () => Promise<T>,
) => countFailures(deps, adminGuess(username, address), attempt)

/** In memory, to slow a guesser down. `refuseCode` counts wrong codes for good, on the account. */
export const limitCodes = <T>(
  deps: Deps,
  { id, address = noAddress }: Admin,
  code: string,
  attempt: () => Promise<T>,
) => countFailures(deps, codeGuess(id, code, address), attempt)
