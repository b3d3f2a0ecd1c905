import { eq } from 'drizzle-orm'
import { adminInvitations, adminSessions } from '#db/schema/admins.ts'
import { clientSessions, draftLinks, passwordTokens, signInMoves } from '#db/schema/clients.ts'
import { oauthAttempts } from '#db/schema/mail.ts'
import { transact, type Writing } from '#db/transaction.ts'
import type { Store } from '#src/deps.ts'
import { recordEvent } from '#src/domain/audit/events.ts'
import { Refusal } from '#src/domain/refusal.ts'
import { adminNamed } from './admins.ts'
import { clientByEmail } from './clients.ts'

const system = { kind: 'system' } as const

/** Signs one administrator out everywhere, or all of them with `null`; returns how many sessions. Refuses 'unknown'. */
export function revokeAdminSessions(store: Store, username: string | null): number {
  return transact(store, (store) => {
    const admin = username === null ? null : adminNamed(store, username)
    const of = admin ? eq(adminSessions.admin, admin.id) : undefined
    const { changes } = store.db.orm.delete(adminSessions).where(of).run()
    const whose = admin ? admin.username : 'all administrators'
    recordEvent(store, system, { action: `sessions of ${whose} ended` })
    return changes
  })
}

/** Signs one customer out everywhere, or all of them with `null`; returns how many sessions. Refuses 'unknown'. */
export function revokeClientSessions(store: Store, email: string | null): number {
  return transact(store, (store) => {
    const client = email === null ? null : clientByEmail(store, email)
    if (email !== null && !client) throw new Refusal('unknown', `No customer signs in as ${email}`)
    const of = client ? eq(clientSessions.client, client.id) : undefined
    const { changes } = store.db.orm.delete(clientSessions).where(of).run()
    const whose = client ? `customer ${client.id}` : 'all customers'
    recordEvent(store, system, { action: `sessions of ${whose} ended` })
    return changes
  })
}

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
