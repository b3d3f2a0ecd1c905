import { and, desc, eq, gt, lt, or } from 'drizzle-orm'
import { clientSessions, clients } from '#db/schema/clients.ts'
import { transact, writable } from '#db/transaction.ts'
import type { Deps, Store } from '#src/deps.ts'
import { accessSection, type ClientActor } from '#src/domain/actor.ts'
import { noteFailure } from '#src/domain/audit/access-log.ts'
import { recordEvent } from '#src/domain/audit/events.ts'
import { hours, minutes, tryAgain } from '#src/domain/calendar.ts'
import { emailAboutGuesses } from '#src/domain/jobs/requested-emails.ts'
import { Refusal, refusals } from '#src/domain/refusal.ts'
import { passwordMatches } from '#src/domain/sign-in/passwords.ts'
import { countFailures, passwordGuess } from '#src/domain/sign-in/sign-in-limits.ts'
import { emailKey } from '#src/forms/fields/normalised.ts'
import { hashToken, newToken } from '#src/security/tokens.ts'
import { applicationOfClient, type Client, clientActor, clientByEmail } from './clients.ts'

export const clientSessionLifetimes = { idle: hours(2), absolute: hours(24) } as const

const mostAtOnce = 10
const seenEvery = minutes(1)

/** Returns the session's secret. The eleventh session ends the oldest. */
export function startClientSession(deps: Deps, client: number): string {
  const { db, now } = deps
  const token = newToken()
  const at = now()
  db.orm
    .insert(clientSessions)
    .values({ tokenHash: hashToken(token), client, createdAt: at, lastSeenAt: at })
    .run()
  const beyond = db.orm
    .select()
    .from(clientSessions)
    .where(eq(clientSessions.client, client))
    .orderBy(desc(clientSessions.createdAt), desc(clientSessions.lastSeenAt))
    .all()
    .slice(mostAtOnce)
  for (const { tokenHash } of beyond) endClientSession(deps, tokenHash)
  return token
}

export function clientOfSession({ db, now }: Deps, token: string): ClientActor | null {
  const sessionHash = hashToken(token)
  const at = now()
  const { idle, absolute } = clientSessionLifetimes
  const ofToken = eq(clientSessions.tokenHash, sessionHash)
  const isLive = and(
    gt(clientSessions.lastSeenAt, at - idle),
    gt(clientSessions.createdAt, at - absolute),
  )
  const row = db.orm
    .select()
    .from(clientSessions)
    .innerJoin(clients, eq(clients.id, clientSessions.client))
    .where(and(ofToken, isLive))
    .get()
  if (!row) return null
  if (at - row.client_sessions.lastSeenAt >= seenEvery)
    writable({ db })
      .then(() => db.orm.update(clientSessions).set({ lastSeenAt: at }).where(ofToken).run())
      .catch(() => {})
  return { ...clientActor(row.clients), sessionHash }
}

export function endClientSession({ db }: Store, sessionHash: string) {
  db.orm.delete(clientSessions).where(eq(clientSessions.tokenHash, sessionHash)).run()
}

export function removeExpiredClientSessions({ db, now }: Deps) {
  db.orm
    .delete(clientSessions)
    .where(
      or(
        lt(clientSessions.lastSeenAt, now() - clientSessionLifetimes.idle),
        lt(clientSessions.createdAt, now() - clientSessionLifetimes.absolute),
      ),
    )
    .run()
}

type SignedIn = { client: Client; token: string }

/**
 * Signs a client in. Every failure takes the same time and gets the same answer. At the first 'too-many', the owner
 * gets an email.
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
        await noteFailure(
          deps,
          checked ? clientActor(checked, address) : { kind: 'stranger', address },
        )
        throw new Refusal('not-signed-in', refusals.invalidSignIn)
      }
      return session
    },
    { onSpent: () => tell(deps, email) },
  )
}

export function signOutClient(deps: Store, client: ClientActor) {
  transact(deps, (tx) => {
    const { id: application } = applicationOfClient(tx, client)
    endClientSession(tx, client.sessionHash)
    recordEvent(tx, client, { action: 'signed out', section: accessSection, application })
  })
}

/** Returns `null` when the password was changed while it was checked. */
function openSession(deps: Deps, email: string, checked: Client, address: string): SignedIn | null {
  return transact(deps, (tx) => {
    const client = clientByEmail(tx, email)
    if (client?.id !== checked.id || client.passwordHash !== checked.passwordHash) return null
    const { id: application } = applicationOfClient(tx, client)
    const signedIn = { action: 'signed in', section: accessSection, application } as const
    recordEvent(tx, clientActor(client, address), signedIn)
    return { client, token: startClientSession(tx, client.id) }
  })
}

/** Refuses 'too-many' even with the right password, because each sign-in adds an event that is never removed. */
async function limitSessions({ limits }: Deps, { id }: Client) {
  const wait = await limits.take('clientSession', String(id))
  if (wait > 0)
    throw new Refusal('too-many', `Too many sign-ins. ${tryAgain(wait)}.`, { retryAfter: wait })
}

/** The refusal must come even when the email cannot be queued. */
async function tell(deps: Deps, email: string) {
  try {
    await emailAboutGuesses(deps, email)
  } catch (err) {
    deps.log.error({ err }, 'no email about refused guesses')
  }
}
