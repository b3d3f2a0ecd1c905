import { transact } from '#db/transaction.ts'
import type { Deps } from '#src/deps.ts'
import { seconds } from '#src/domain/durations.ts'
import { emailKey } from '#src/forms/fields/normalised.ts'
import type { AskedEmail } from '#src/mail/email.ts'
import type { LimitName } from '#src/security/limits.ts'
import { hashToken, newToken } from '#src/security/tokens.ts'
import { enqueue } from './enqueue.ts'

/** What was asked is answered at a moment of this span, so that no answer's time tells what the one before led to. */
const unhurried = seconds(2)

/**
 * Requests a set-password link. The work and the answer are the same whether the address is known: the worker looks it
 * up later. More than three a day for one address are dropped silently.
 */
export const requestPasswordLink = (deps: Deps, email: string) =>
  ask(deps, 'link-request', 'passwordMail', email)

/**
 * Tells the owner of an address, if it has one, that its sign-in was paused after too many guesses. At most once a day
 * for an account, whatever multiplies the limits and however often the server starts.
 */
export const tellOfGuesses = (deps: Deps, email: string) =>
  ask(deps, 'guesses-refused', 'guessesMail', email)

async function ask(deps: Deps, kind: AskedEmail['kind'], limit: LimitName, email: string) {
  const wait = await deps.limits.take(limit, hashToken(emailKey(email)))
  if (wait > 0) return
  const asked: AskedEmail = { kind, to: { name: '', address: email } }
  transact(deps, (deps) => enqueue(deps, asked, `asked|${newToken()}`, Math.random() * unhurried))
}
