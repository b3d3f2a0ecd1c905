import type { Deps } from '#src/deps.ts'
import type { Admin } from '#src/domain/actor.ts'
import { tryAgain } from '#src/domain/durations.ts'
import { Refusal } from '#src/domain/refusal.ts'
import { networkKey } from '#src/security/addresses.ts'
import type { LimitName } from '#src/security/limits.ts'
import { isRecoveryCode } from '#src/security/totp.ts'
import { usernameKey } from './admins.ts'
import { noAddress } from './passwords.ts'

/** What a failed guess counts for: its account (or nothing), and the address that it came from. */
type Guess = { account: Point | null; address: string }

type Point = [name: LimitName, key: string]

/** A guess at the password of an account, which is counted by itself for each network. */
export const passwordGuess = (
  limit: 'clientSignIn' | 'adminSignIn',
  account: string,
  address: string,
): Guess => ({ account: [limit, `${account}|${networkKey(address)}`], address })

/** A guess at an administrator's password. */
export const adminGuess = (username: string, address: string): Guess =>
  passwordGuess('adminSignIn', usernameKey(username), address)

/**
 * A guess at a second factor, counted for the administrator wherever it comes from. A recovery code is too long to be
 * guessed and counts for its address alone: somebody who knows the password cannot shut its holder out.
 */
const codeGuess = (admin: number, code: string, address: string): Guess => ({
  account: isRecoveryCode(code) ? null : ['secondFactor', String(admin)],
  address,
})

/** Runs what an administrator's password is asked for; wrong ones count like those of the sign-in. */
export const limitPasswords = <T>(
  deps: Deps,
  { username, address = noAddress }: Admin,
  attempt: () => Promise<T>,
) => countFailures(deps, adminGuess(username, address), attempt)

/** Runs what an administrator's code is asked for; wrong ones count on every path that takes a code. */
export const limitCodes = <T>(
  deps: Deps,
  { id, address = noAddress }: Admin,
  code: string,
  attempt: () => Promise<T>,
) => countFailures(deps, codeGuess(id, code, address), attempt)

type Options<T> = {
  /** False for a success that must still count, because more is asked before the person is in. */
  isFinal?: (result: T) => boolean
  /** The account has just run out of guesses. */
  onSpent?: () => Promise<void>
}

/**
 * Runs a guess and counts it only if it fails. Points are taken before the work, so sending many at once does not help.
 * Refuses 'too-many'. A guess refused because too many wait is free.
 */
export async function countFailures<T>(
  deps: Deps,
  guess: Guess,
  attempt: () => Promise<T>,
  { isFinal = () => true, onSpent }: Options<T> = {},
): Promise<T> {
  await takePoints(deps, guess, onSpent)
  try {
    const result = await attempt()
    if (isFinal(result)) await forgiveFailures(deps, guess)
    return result
  } catch (error) {
    if (error instanceof Refusal && error.kind === 'unavailable')
      await giveBack(deps, pointsOf(guess))
    throw error
  }
}

/** A success: the account's failures are forgotten. Those of the address stay, or one account would clear them all. */
export async function forgiveFailures(deps: Deps, guess: Guess) {
  if (guess.account) await deps.limits.clear(...guess.account)
  await giveBack(deps, pointsOf({ ...guess, account: null }))
}

const pointsOf = ({ account, address }: Guess): Point[] => [
  ...(account ? [account] : []),
  ['signInAddress', address],
]

/** The account's own point comes first: one person's typing errors do not use up the address of an office. */
async function takePoints(deps: Deps, guess: Guess, onSpent?: () => Promise<void>) {
  const taken: Point[] = []
  for (const point of pointsOf(guess)) {
    const { wait, first } = await deps.limits.attempt(...point)
    if (wait === 0) {
      taken.push(point)
      continue
    }
    await giveBack(deps, taken)
    if (first && point === guess.account) await onSpent?.()
    throw tooMany(point[0], wait)
  }
}

async function giveBack({ limits }: Deps, points: Point[]) {
  for (const point of points) await limits.giveBack(...point)
}

function tooMany(limit: LimitName, wait: number): Refusal {
  const when = tryAgain(wait)
  const message =
    limit === 'secondFactor'
      ? `Too many wrong codes. ${when}, or use one of your recovery codes.`
      : `Too many attempts to sign in. ${when}.`
  return new Refusal('too-many', message, { retryAfter: wait })
}
