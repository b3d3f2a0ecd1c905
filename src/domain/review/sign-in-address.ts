import { transact } from '#db/transaction.ts'
import type { Deps } from '#src/deps.ts'
import { changeSignInAddress, clientOf } from '#src/domain/accounts/clients.ts'
import type { Admin } from '#src/domain/actor.ts'
import { authorize } from '#src/domain/applications/access.ts'
import type { Application } from '#src/domain/applications/application.ts'
import { holderOf } from '#src/domain/applications/duplicates.ts'
import { recordEvent } from '#src/domain/audit/events.ts'
import { enqueue } from '#src/domain/outbox/enqueue.ts'
import { Refusal } from '#src/domain/refusal.ts'
import { emailKey } from '#src/forms/fields/normalised.ts'

const taken = 'Another customer signs in with this address'
const draft = 'An unfinished application has this address'

/**
 * Moves a customer's sign-in: the new address gets a link, the old one a notice; the password and every session end
 * (rule 218). Refuses 'conflict' when the address is taken or there is no account.
 */
export function moveSignIn(deps: Deps, actor: Admin, id: string, email: string): string {
  return transact(deps, (deps) => {
    const application = authorize(deps, actor, 'move-sign-in', id)
    const client = clientOf(deps, application)
    if (!client) throw new Refusal('conflict', 'This application has no portal account yet')
    if (client.emailKey === emailKey(email)) return client.email
    refuseTaken(deps, application, email)
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

function refuseTaken(deps: Deps, application: Application, email: string) {
  const holder = holderOf(deps, email, application)
  if (!holder) return
  const message = holder.status === 'draft' ? draft : taken
  throw new Refusal('conflict', message, { errors: { email: message } })
}
