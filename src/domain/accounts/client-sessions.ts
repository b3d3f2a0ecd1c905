import { and, desc, eq, gt, lt, or } from 'drizzle-orm'
import { clientSessions, clients } from '#db/schema/clients.ts'
import { draftTokens, idempotencyKeys } from '#db/schema/draft-access.ts'
import { type Writing, writeUnlessBusy } from '#db/transaction.ts'
import type { Deps, Store } from '#src/deps.ts'
import type { ClientActor } from '#src/domain/actor.ts'
import { hours, minutes } from '#src/domain/durations.ts'
import { hashToken, newToken } from '#src/security/tokens.ts'

/** How long a customer stays signed in, idle and in all (rule 219). */
export const clientSessionLifetimes = { idle: hours(2), absolute: hours(24) } as const

const mostAtOnce = 10
const seenEvery = minutes(1)

/** Starts a session and returns its secret; only its hash is kept, and the eleventh session ends the oldest. */
export function startClientSession(deps: Deps, client: number): string {
  const { db, now } = deps
  const token = newToken()
  const at = now()
  db.orm
    .insert(clientSessions)
    .values({ tokenHash: hashToken(token), client, createdAt: at, lastSeenAt: at })
    .run()
  const beyond = db.orm
    .select({ tokenHash: clientSessions.tokenHash })
    .from(clientSessions)
    .where(eq(clientSessions.client, client))
    .orderBy(desc(clientSessions.createdAt), desc(clientSessions.lastSeenAt))
    .all()
    .slice(mostAtOnce)
  for (const { tokenHash } of beyond) endClientSession(deps, tokenHash)
  return token
}

/** Whose session a secret opens, by the server's clock; that it was seen is written once a minute. */
export function clientOfSession({ db, now }: Deps, token: string): ClientActor | null {
  const sessionHash = hashToken(token)
  const at = now()
  const { idle, absolute } = clientSessionLifetimes
  const row = db.orm
    .select({
      id: clients.id,
      application: clients.application,
      email: clients.email,
      lastSeenAt: clientSessions.lastSeenAt,
    })
    .from(clientSessions)
    .innerJoin(clients, eq(clients.id, clientSessions.client))
    .where(
      and(
        eq(clientSessions.tokenHash, sessionHash),
        gt(clientSessions.lastSeenAt, at - idle),
        gt(clientSessions.createdAt, at - absolute),
      ),
    )
    .get()
  if (!row) return null
  const { lastSeenAt, ...client } = row
  if (at - lastSeenAt >= seenEvery)
    writeUnlessBusy(db, () =>
      db.orm
        .update(clientSessions)
        .set({ lastSeenAt: at })
        .where(eq(clientSessions.tokenHash, sessionHash))
        .run(),
    )
  return { kind: 'client', ...client, sessionHash }
}

/** Ends one session; nothing happens when there is none. */
export function endClientSession({ db }: Store, sessionHash: string) {
  db.orm.delete(clientSessions).where(eq(clientSessions.tokenHash, sessionHash)).run()
}

/** Ends every session of an account: its password is new. */
export function endClientSessions({ db }: Store, client: number) {
  db.orm.delete(clientSessions).where(eq(clientSessions.client, client)).run()
}

/** Removes sessions that have run out. */
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

/**
 * Takes an application from every browser that filled in its form, when its owner has proved to be somebody else: the
 * cookies, and the retries of a first save that would bring one back.
 */
export function endFormBrowsers({ db }: Writing<Store>, application: number) {
  db.orm.delete(draftTokens).where(eq(draftTokens.application, application)).run()
  db.orm.delete(idempotencyKeys).where(eq(idempotencyKeys.application, application)).run()
}
