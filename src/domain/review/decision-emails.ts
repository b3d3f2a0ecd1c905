import type { Deps } from '#src/deps.ts'
import { clientOf, openAccount } from '#src/domain/accounts/clients.ts'
import type { Application } from '#src/domain/applications/application.ts'
import { enqueue } from '#src/domain/outbox/enqueue.ts'
import type { Decision } from '#src/forms/admin/transitions.ts'

/**
 * Queues the customer's email about a decision, in the decision's transaction, one for each version, with the
 * countersigned document. Returns a warning when there is no address.
 */
export function tellCustomer(
  deps: Deps,
  application: Application,
  decision: Decision,
  document: number | null,
): string[] {
  const { id, version, mainEmail, customerCode, rejectionReason } = application
  if (!mainEmail) return ['The application has no email address, so the customer was not notified']
  const businessName = application.businessName ?? ''
  const client = clientOf(deps, application) ?? openAccount(deps, application)
  const facts = {
    application: id,
    businessName,
    to: { name: businessName, address: mainEmail },
    client: client.id,
  }
  enqueue(
    deps,
    decision === 'approved'
      ? { kind: 'approval', ...facts, customerCode: customerCode ?? '' }
      : { kind: 'rejection', ...facts, reason: rejectionReason },
    `${decision}|${version}`,
    { document },
  )
  return []
}
