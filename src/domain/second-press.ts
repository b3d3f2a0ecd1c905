import { transact, type Writing } from '#db/transaction.ts'
import type { Deps } from '#src/deps.ts'
import { hashToken } from '#src/security/tokens.ts'
import { minutes } from './calendar.ts'

/** A used link answers the same for a minute: a double click sees what it did. */
export function transactByLink<T>(deps: Deps, token: string, use: (deps: Writing<Deps>) => T): T {
  const { usedLinks, now } = deps
  for (const [key, { until }] of usedLinks) if (until <= now()) usedLinks.delete(key)
  const key = hashToken(token)
  const used = usedLinks.get(key)
  if (used) return used.outcome as T
  const outcome = transact(deps, use)
  usedLinks.set(key, { until: now() + minutes(1), outcome })
  return outcome
}
