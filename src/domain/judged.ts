import type { Deps } from '#src/deps.ts'
import type { LimitName } from '#src/security/limits.ts'
import { Refusal } from './refusal.ts'

/**
 * Runs an attempt that a point was taken for. Only failures count (contract 7): one that nobody looked at, because too
 * many waited, gets its point back.
 */
export async function judged<T>(
  { limits }: Pick<Deps, 'limits'>,
  name: LimitName,
  key: string,
  attempt: () => Promise<T>,
): Promise<T> {
  try {
    return await attempt()
  } catch (error) {
    if (error instanceof Refusal && error.kind === 'unavailable') await limits.giveBack(name, key)
    throw error
  }
}
