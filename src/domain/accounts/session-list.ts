import { and, eq } from 'drizzle-orm'
import { adminSessions } from '#db/schema/admins.ts'
import { transact, type Writing } from '#db/transaction.ts'
import type { Store } from '#src/deps.ts'
import type { Admin } from '#src/domain/actor.ts'
import { recordEvent } from '#src/domain/audit/events.ts'
import { endAdminSession, openSessions, refuseEndedSession } from './admin-sessions.ts'
import { findAdmin } from './admins.ts'
import { browserWords } from './browser-words.ts'

/** The open sessions of an account, the newest first, as a page shows them; instants are ISO in UTC. */
export const sessionsOf = (deps: Store, actor: Admin, account: number) =>
  openSessions(deps, account).map((session) => ({
    id: session.publicId,
    since: new Date(session.createdAt).toISOString(),
    lastSeen: new Date(session.lastSeenAt).toISOString(),
    address: session.address,
    browser: browserWords(session.browser),
    isOwn: session.tokenHash === actor.sessionHash,
  }))

/** Ends a session of the actor's own account; one that has ended already is fine. */
export const endOwnSession = (deps: Store, actor: Admin, session: string) =>
  transact(deps, (deps) => {
    refuseEndedSession(deps, actor)
    endSession(deps, actor, actor.id, session)
  })

/** Ends a session of any account; one that has ended already is fine. Refuses 'unknown', and 'not-allowed' (rule 98). */
export const endSessionOf = (deps: Store, actor: Admin, account: number, session: string) =>
  transact(deps, (deps) => {
    refuseEndedSession(deps, actor, 'team')
    endSession(deps, actor, account, session)
  })

function endSession(deps: Writing<Store>, actor: Admin, account: number, session: string) {
  const { username } = findAdmin(deps, account)
  const found = deps.db.orm
    .select()
    .from(adminSessions)
    .where(and(eq(adminSessions.publicId, session), eq(adminSessions.admin, account)))
    .get()
  if (!found) return
  endAdminSession(deps, found.tokenHash)
  // without the address: the values of such an event are kept for good
  const before = browserWords(found.browser) ?? 'another program'
  recordEvent(deps, actor, {
    action: `a session of ${username} ended`,
    changes: [{ field: 'session', before, after: null }],
  })
}
