import { and, eq, ne } from 'drizzle-orm'
import { clients } from '#db/schema/clients.ts'
import { transact } from '#db/transaction.ts'
import type { Deps } from '#src/deps.ts'
import { emailKey } from '#src/forms/normalise.ts'
import { authorize } from './access.ts'
import type { Admin } from './actor.ts'
import { changeSignInAddress, clientOf } from './clients.ts'
import { recordEvent } from './events.ts'
import { enqueue } from './outbox.ts'
import { Refusal } from './refusal.ts'

const taken = 'Another customer signs in with this address'

/**
 * Moves a customer's sign-in to another address (contract 5.11): the new one gets a link to set a password, the old one
 * a notice; the old password and every session end. Refuses 'conflict' when the address is taken or there is no account.
 */
export function moveSignIn(deps: Deps, actor: Admin, id: string, email: string): string {
  return transact(deps, (deps) => {
    const application = authorize(deps, actor, 'move-sign-in', id)
    const client = clientOf(deps, application)
    if (!client) throw new Refusal('conflict', 'This application has no portal account yet')
    if (client.emailKey === emailKey(email)) return client.email
    refuseTaken(deps, client.id, email)
    changeSignInAddress(deps, client.id, email)
    recordEvent(deps, actor, {
      action: 'sign-in moved',
      application: id,
      changes: [{ field: 'signInEmail', before: client.email, after: email }],
    })
    const name = application.businessName ?? ''
    const key = `${client.id}|${deps.now()}`
    const tell = (kind: 'sign-in-moved' | 'sign-in-left', address: string) =>
      enqueue(deps, { kind, to: { name, address }, client: client.id }, `${kind}|${key}`)
    tell('sign-in-moved', email)
    tell('sign-in-left', client.email)
    return email
  })
}

function refuseTaken({ db }: Deps, client: number, email: string) {
  const holder = db.orm
    .select({ id: clients.id })
    .from(clients)
    .where(and(eq(clients.emailKey, emailKey(email)), ne(clients.id, client)))
    .get()
  if (holder) throw new Refusal('conflict', taken, { errors: { email: taken } })
}
