import { transact } from '#db/transaction.ts'
import type { Deps } from '#src/deps.ts'
import { type Admin, access, type ClientActor } from '#src/domain/actor.ts'
import { recordEvent } from '#src/domain/audit/events.ts'
import { endAdminSession } from './admin-sessions.ts'
import { endClientSession } from './client-sessions.ts'
import { applicationOfClient } from './clients.ts'

type Store = Pick<Deps, 'db' | 'keys' | 'now'>
const signedOut = { action: 'signed out', section: access }

/** Ends the administrator's session. */
export function signOutAdmin(deps: Store, admin: Admin) {
  transact(deps, (deps) => {
    endAdminSession(deps, admin.sessionHash)
    recordEvent(deps, admin, signedOut)
  })
}

/** Ends the customer's session. */
export function signOutClient(deps: Store, client: ClientActor) {
  transact(deps, (deps) => {
    const { id: application } = applicationOfClient(deps, client)
    endClientSession(deps, client.sessionHash)
    recordEvent(deps, client, { ...signedOut, application })
  })
}
