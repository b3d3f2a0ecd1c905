import { transact } from '#db/transaction.ts'
import type { Deps } from '#src/deps.ts'
import { emailKey } from '#src/forms/normalise.ts'
import { hashToken } from '#src/security/tokens.ts'
import { tellOfGuesses } from './asked-letters.ts'
import { startClientSession } from './client-sessions.ts'
import { type Client, clientByEmail } from './clients.ts'
import { judged } from './judged.ts'
import { passwordMatches } from './passwords.ts'
import { Refusal, refusals } from './refusal.ts'

/**
 * Signs a customer in and answers the session's secret. Whatever is wrong, the answer is the same and so is the work:
 * 'not-signed-in'. Ten failures in 15 minutes for one account from one address refuse 'too-many' (contract 7); each
 * try takes a point before it is judged, so many at once are no way around it, and a success gives all back. The first
 * one that is refused is told to the account's owner, if there is one.
 */
export async function signInClient(
  deps: Deps,
  { email, password }: { email: string; password: string },
  address: string,
): Promise<{ client: Client; token: string }> {
  const key = `${hashToken(emailKey(email))}|${address}`
  const { wait, first } = await deps.limits.attempt('clientSignIn', key)
  if (first) await tell(deps, email)
  if (wait > 0) throw new Refusal('too-many', tooMany(wait), { retryAfter: wait })
  const client = clientByEmail(deps, email)
  const matches = await judged(deps, 'clientSignIn', key, () =>
    passwordMatches(client?.passwordHash ?? null, password),
  )
  if (!client || !matches) throw new Refusal('not-signed-in', refusals.invalidSignIn)
  await deps.limits.clear('clientSignIn', key)
  const token = transact(deps, (deps) => startClientSession(deps, client.id))
  return { client, token }
}

/** The refusal has to come, whether or not there is room for a letter. */
async function tell(deps: Deps, email: string) {
  try {
    await tellOfGuesses(deps, email)
  } catch (err) {
    deps.log.error({ err }, 'no letter about refused guesses')
  }
}

const tooMany = (wait: number) =>
  `Too many attempts to sign in. Please try again in ${Math.ceil(wait / 60)} minutes.`
