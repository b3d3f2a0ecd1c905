import type { Deps } from '#src/deps.ts'
import { tryAgain } from '#src/domain/calendar.ts'
import { Refusal } from '#src/domain/refusal.ts'
import { networkKey } from '#src/security/addresses.ts'
import type { LimitName } from '#src/security/limits.ts'

/** The points that one attempt costs. The point of the account comes before that of the address. */
export type Guess = [limit: LimitName, key: string][]

export const passwordGuess = (
  limit: 'clientSignIn' | 'adminSignIn',
  account: string,
  address: string,
): Guess => [
  [limit, `${account}|${networkKey(address)}`],
  ['signInAddress', address],
]

/**
 * Counts an attempt that fails or is not final. The points are taken before the work, so sending many attempts at once
 * does not help. An attempt costs nothing if it is refused because too many wait.
 */
export async function countFailures<T>(
  deps: Deps,
  guess: Guess,
  attempt: () => Promise<T>,
  options: { isFinal?: (result: T) => boolean; onSpent?: () => Promise<void> } = {},
): Promise<T> {
  await takePoints(deps, guess, options.onSpent)
  try {
    const result = await attempt()
    if (options.isFinal?.(result) ?? true) await forgiveFailures(deps, guess)
    return result
  } catch (error) {
    if (error instanceof Refusal && error.kind === 'unavailable') await returnPoints(deps, guess)
    throw error
  }
}

/** Clears the failures of the account. Those of the address stay; otherwise one good account would clear them all. */
export async function forgiveFailures({ limits }: Deps, guess: Guess) {
  for (const [limit, key] of guess)
    await (limit === 'signInAddress' ? limits.giveBack(limit, key) : limits.clear(limit, key))
}

/** The account's point comes first: one person's typing errors do not use up the address of an office. */
async function takePoints(deps: Deps, guess: Guess, onSpent?: () => Promise<void>) {
  for (const [at, [limit, key]] of guess.entries()) {
    const { wait, first } = await deps.limits.attempt(limit, key)
    if (wait === 0) continue
    await returnPoints(deps, guess.slice(0, at))
    if (first && limit !== 'signInAddress') await onSpent?.()
    throw tooMany(limit, wait)
  }
}

async function returnPoints({ limits }: Deps, points: Guess) {
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
