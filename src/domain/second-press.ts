import { transact, type Writing } from '#db/transaction.ts'
import type { Deps } from '#src/deps.ts'
import { hashToken } from '#src/security/tokens.ts'
import { minutes } from './calendar.ts'

const remembered = minutes(1)

/** Repeats the outcome of a link for a minute, so that the second press of a double click shows what the first did. */
export const transactByLink = <T>(
  deps: Deps,
  token: string,
  user: unknown,
  use: (deps: Writing<Deps>) => T,
): T => oncePerMinute(deps, [token, user], () => transact(deps, use))

/**
 * Runs once for a key, and answers the same key with the same outcome for a minute; not with a failure. The outcome may
 * show a new key or secret, so it is forgotten then, whether anybody asks or not.
 */
export function oncePerMinute<T>(deps: Deps, key: unknown, run: () => T): T {
  const { pressed, now } = deps
  const name = nameOf(key)
  const before = pressed.get(name)
  if (before && before.until > now()) return before.outcome as T
  const outcome = run()
  const entry = { until: now() + remembered, outcome }
  const forget = () => {
    if (pressed.get(name) === entry) pressed.delete(name)
  }
  pressed.set(name, entry)
  setTimeout(forget, remembered).unref()
  if (outcome instanceof Promise) outcome.catch(forget)
  return outcome
}

export function isRemembered({ pressed, now }: Deps, key: unknown): boolean {
  const before = pressed.get(nameOf(key))
  return before !== undefined && before.until > now()
}

const nameOf = (key: unknown) => hashToken(JSON.stringify(key))
