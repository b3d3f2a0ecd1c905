import { eq } from 'drizzle-orm'
import { adminInvitations, adminSessions } from '#db/schema/admins.ts'
import { clientSessions, draftLinks, passwordTokens, signInMoves } from '#db/schema/clients.ts'
import { oauthAttempts } from '#db/schema/mail.ts'
import { transact, type Writing } from '#db/transaction.ts'
import type { Store } from '#src/deps.ts'
import { recordEvent } from '#src/domain/audit/events.ts'
import { adminNamed } from './admins.ts'

const system = { kind: 'system' } as const

/** Ends every session of one administrator; returns how many. Refuses 'unknown'. */
export const signOutAdmin = (store: Store, username: string): number =>
  transact(store, (store) => {
    const { id, username: name } = adminNamed(store, username)
    const { changes } = store.db.orm.delete(adminSessions).where(eq(adminSessions.admin, id)).run()
    recordEvent(store, system, { action: `sessions of ${name} ended` })
    return changes
  })

/** Ends every session of administrators and customers; returns how many. */
export const signOutEverybody = (store: Store): number =>
  transact(store, (store) => {
    const { orm } = store.db
    const ended = orm.delete(adminSessions).run().changes + orm.delete(clientSessions).run().changes
    recordEvent(store, system, { action: 'all sessions ended' })
    return ended
  })

/**
 * Ends every session and voids every link that was sent, as after a restore: those that were ended or used since are back
 * in it. The caller records it.
 */
export function endAllAccess({ db, now }: Writing<Store>) {
  for (const table of [
    ...[adminSessions, clientSessions],
    ...[passwordTokens, signInMoves, draftLinks, oauthAttempts],
  ])
    db.orm.delete(table).run()
  db.orm.update(adminInvitations).set({ tokenHash: null, expiresAt: now() }).run()
}
