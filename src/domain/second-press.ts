import { transact, type Writing } from '#db/transaction.ts'
import type { Deps } from '#src/deps.ts'
import { hashToken } from '#src/security/tokens.ts'
import { minutes } from './calendar.ts'

/** Repeats the outcome of a link for a minute, so that the second press of a double click shows what the first did. */
export function transactByLink<T>(
  deps: Deps,
  token: string,
  user: unknown,
  use: (deps: Writing<Deps>) => T,
): T {
  const { usedLinks, now } = deps
  for (const [key, { until }] of usedLinks) if (until <= now()) usedLinks.delete(key)
  const key = hashToken(JSON.stringify([token, user]))
  const used = usedLinks.get(key)
  if (used) return used.outcome as T
  const outcome = transact(deps, use)
  usedLinks.set(key, { until: now() + minutes(1), outcome })
  return outcome
}
