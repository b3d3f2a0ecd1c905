import type { Writing } from '#db/transaction.ts'
import type { Deps } from '#src/deps.ts'
import { clientOf, openAccount } from '#src/domain/accounts/clients.ts'
import type { Application } from '#src/domain/applications/application.ts'
import { enqueue } from '#src/domain/outbox/enqueue.ts'
import type { InformationRequest } from './requests.ts'

/** Queues an email about a request, under a key that keeps it from going twice; opens the account if there is none. */
export function emailRequest(
  deps: Writing<Deps>,
  kind: 'information-request' | 'information-reminder',
  application: Application,
  { id: request, text }: InformationRequest,
  key: string,
) {
  const client = clientOf(deps, application) ?? openAccount(deps, application)
  const businessName = application.businessName ?? ''
  const to = { name: businessName, address: application.mainEmail ?? '' }
  const about = { application: application.id, businessName, to, client: client.id }
  enqueue(deps, { kind, ...about, request, text }, key)
}
