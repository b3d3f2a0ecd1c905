import { applications } from '#db/schema/applications.ts'
import type { Writing } from '#db/transaction.ts'
import type { Deps } from '#src/deps.ts'
import { openAccount } from '#src/domain/accounts/clients.ts'
import { listDirectors } from '#src/domain/applications/application.ts'
import { changesOf, columnsOf, directorsChange } from '#src/domain/applications/diff.ts'
import { holderOf } from '#src/domain/applications/duplicates.ts'
import { recordEvent } from '#src/domain/audit/events.ts'
import { enqueue, invitationPace } from '#src/domain/jobs/emails.ts'
import { newReference } from '#src/security/tokens.ts'
import type { CustomerRow } from './read-row.ts'

/**
 * Stores an existing customer as approved, with an account for the portal. There is no signature, no submit and no
 * decision: those did not happen here. `source` is for the history; `place` is that of the invitation, `null` for none.
 * Returns false when the address is taken.
 */
export function addCustomer(
  deps: Writing<Deps>,
  { fields, directors, customerCode }: CustomerRow,
  source: string,
  place: number | null,
): boolean {
  const at = deps.now()
  const email = String(fields.mainEmail ?? '')
  if (holderOf(deps, email, null)) return false
  const decided = { status: 'approved', customerCode }
  const customer = deps.db.orm
    .insert(applications)
    .values({
      ...columnsOf(fields),
      ...decided,
      ...{ id: newReference(), createdAt: at, updatedAt: at, completionPercentage: 100 },
    })
    .returning()
    .get()
  if (directors.length > 0) listDirectors(deps, customer, directors)
  const listed = directorsChange([], directors)
  const client = openAccount(deps, customer)
  recordEvent(
    deps,
    { kind: 'system' },
    {
      action: 'customer imported',
      application: customer.id,
      changes: [
        ...changesOf({}, { ...decided, ...fields }),
        ...(listed ? [listed] : []),
        { field: 'import', before: null, after: source },
      ],
    },
  )
  if (place !== null) {
    const businessName = customer.businessName ?? ''
    const to = { name: businessName, address: email }
    enqueue(
      deps,
      {
        kind: 'portal-invitation',
        application: customer.id,
        businessName,
        to,
        client: client.id,
        customerCode,
      },
      'portal-invitation',
      { dueIn: place * invitationPace },
    )
  }
  return true
}
