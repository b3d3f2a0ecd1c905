import { transact } from '#db/transaction.ts'
import type { Deps, Store } from '#src/deps.ts'
import { access, type ClientActor } from '#src/domain/actor.ts'
import { noteFailure } from '#src/domain/audit/access-log.ts'
import { recordEvent } from '#src/domain/audit/events.ts'
import { tellOfGuesses } from '#src/domain/jobs/emails.ts'
import { Refusal, refusals } from '#src/domain/refusal.ts'
import { tryAgain } from '#src/domain/try-again.ts'
import { emailKey } from '#src/forms/fields/normalised.ts'
import { hashToken } from '#src/security/tokens.ts'
import { endClientSession, startClientSession } from './client-sessions.ts'
import { applicationOfClient, type Client, clientByEmail } from './clients.ts'
import { passwordMatches } from './passwords.ts'
import { countFailures, passwordGuess } from './sign-in-limits.ts'

type SignedIn = { client: Client; token: string }

/**
 * Signs a customer in and returns the session's secret. Every failure takes the same time and gets the same answer
 * (rule 211). The first refusal as 'too-many' is told to the account's owner.
 */
export function signInClient(
  deps: Deps,
  { email, password }: { email: string; password: string },
  address: string,
): Promise<SignedIn> {
  const guess = passwordGuess('clientSignIn', hashToken(emailKey(email)), address)
  return countFailures(
    deps,
    guess,
    async () => {
      const checked = clientByEmail(deps, email)
      const matches = await passwordMatches(deps, checked?.passwordHash ?? null, password, address)
      if (matches && checked) await limitSessions(deps, checked)
      const session = matches && checked ? await openSession(deps, email, checked, address) : null
      if (!session) {
        await noteFailure(deps, checked ? actorOf(checked, address) : { kind: 'stranger', address })
        throw new Refusal('not-signed-in', refusals.invalidSignIn)
      }
      return session
    },
    { onSpent: () => tell(deps, email) },
  )
}

/** Ends the customer's session. */
export function signOutClient(deps: Store, client: ClientActor) {
  transact(deps, (deps) => {
    const { id: application } = applicationOfClient(deps, client)
    endClientSession(deps, client.sessionHash)
    recordEvent(deps, client, { action: 'signed out', section: access, application })
  })
}

/** Opens the session if the password that was checked is still the account's; `null` when it changed meanwhile. */
function openSession(deps: Deps, email: string, checked: Client, address: string): SignedIn | null {
  return transact(deps, (deps) => {
    const client = clientByEmail(deps, email)
    if (client?.id !== checked.id || client.passwordHash !== checked.passwordHash) return null
    const { id: application } = applicationOfClient(deps, client)
    const signedIn = { action: 'signed in', section: access, application }
    recordEvent(deps, actorOf(client, address), signedIn)
    return { client, token: startClientSession(deps, client.id) }
  })
}

/** Each sign-in is an event that stays, so the right password, too, opens only so many. */
async function limitSessions({ limits }: Deps, { id }: Client) {
  const wait = await limits.take('clientSession', String(id))
  if (wait > 0)
    throw new Refusal('too-many', `Too many sign-ins. ${tryAgain(wait)}.`, { retryAfter: wait })
}

/** The refusal must come even when the email cannot be queued. */
async function tell(deps: Deps, email: string) {
  try {
    await tellOfGuesses(deps, email)
  } catch (err) {
    deps.log.error({ err }, 'no email about refused guesses')
  }
}

const actorOf = (client: Client, address: string): ClientActor => ({
  kind: 'client',
  id: client.id,
  application: client.application,
  email: client.email,
  sessionHash: '',
  address,
})
