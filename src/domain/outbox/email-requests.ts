import { transact } from '#db/transaction.ts'
import type { Deps } from '#src/deps.ts'
import { seconds } from '#src/domain/durations.ts'
import { emailKey } from '#src/forms/fields/normalised.ts'
import type { EmailRequest } from '#src/mail/email.ts'
import type { LimitName } from '#src/security/limits.ts'
import { hashToken, newToken } from '#src/security/tokens.ts'
import { enqueue } from './enqueue.ts'

/** Spreads the work over this time, so that no response time shows what the request before led to. */
const jitter = seconds(2)

/**
 * Requests a set-password link. The work and the answer are the same whether the address is known: the worker looks it
 * up later. More than three a day for one address are dropped silently.
 */
export const requestPasswordLink = (deps: Deps, email: string) =>
  request(deps, 'link-request', 'passwordMail', email)

/**
 * Tells the owner of an address, if it has one, that its sign-in was paused after too many guesses. At most once a day
 * for an account, whatever multiplies the limits and however often the server starts.
 */
export const tellOfGuesses = (deps: Deps, email: string) =>
  request(deps, 'guesses-refused', 'guessesMail', email)

async function request(deps: Deps, kind: EmailRequest['kind'], limit: LimitName, email: string) {
  const wait = await deps.limits.take(limit, hashToken(emailKey(email)))
  if (wait > 0) return
  const to = { name: '', address: email }
  transact(deps, (deps) =>
    enqueue(deps, { kind, to }, `requested|${newToken()}`, { after: Math.random() * jitter }),
  )
}
