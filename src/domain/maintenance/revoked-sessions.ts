import { eq } from 'drizzle-orm'
import {
  adminInvitations,
  adminPasswordTokens,
  adminSessions,
  identityAttempts,
} from '#db/schema/admins.ts'
import { clientSessions, draftLinks, passwordTokens, signInMoves } from '#db/schema/clients.ts'
import { oauthAttempts } from '#db/schema/mail.ts'
import { signatureRequests, signingBrowsers } from '#db/schema/signing.ts'
import { transact, type Writing } from '#db/transaction.ts'
import type { Store } from '#src/deps.ts'
import { recordEvent } from '#src/domain/audit/events.ts'
import { endEmailLinks } from '#src/domain/jobs/email-links.ts'
import { endAdminSessions } from '#src/domain/staff/admin-sessions.ts'
import { adminNamed } from '#src/domain/staff/admins.ts'

const system = { kind: 'system' } as const

export const signOutEverywhere = (store: Store, username: string): number =>
  transact(store, (tx) => {
    const { id, username: name } = adminNamed(tx, username)
    const ended = endAdminSessions(tx, id)
    recordEvent(tx, system, { action: 'staff sessions ended', subject: name })
    return ended
  })

export const signOutEverybody = (store: Store): number =>
  transact(store, (tx) => {
    const { orm } = tx.db
    const ended = orm.delete(adminSessions).run().changes + orm.delete(clientSessions).run().changes
    recordEvent(tx, system, { action: 'all sessions ended' })
    return ended
  })

/**
 * Ends sessions and links after a restore, which may bring back sessions that have ended and links that were used since
 * the backup. The caller records the event.
 */
export function endAllAccess(deps: Writing<Store>) {
  const { db, now } = deps
  for (const table of [
    ...[adminSessions, clientSessions],
    ...[adminPasswordTokens, passwordTokens, signInMoves, draftLinks, oauthAttempts],
    ...[identityAttempts, signingBrowsers],
  ])
    db.orm.delete(table).run()
  db.orm.update(adminInvitations).set({ tokenHash: null, expiresAt: now() }).run()
  db.orm
    .update(signatureRequests)
    .set({ tokenHash: null, expiresAt: now() })
    .where(eq(signatureRequests.state, 'waiting'))
    .run()
  endEmailLinks(deps)
}
