import { applications } from '#db/schema/applications.ts'
import type { Writing } from '#db/transaction.ts'
import type { Deps } from '#src/deps.ts'
import { openAccount } from '#src/domain/accounts/clients.ts'
import { changesOf, columnsOf, directorsChange } from '#src/domain/applications/diff.ts'
import { listDirectors } from '#src/domain/applications/directors.ts'
import { holderOf } from '#src/domain/applications/duplicates.ts'
import { recordEvent } from '#src/domain/audit/events.ts'
import { enqueue } from '#src/domain/outbox/enqueue.ts'
import { invitationPace } from '#src/domain/outbox/queue.ts'
import { newReference } from '#src/security/tokens.ts'
import type { CustomerImport } from './imports.ts'
import type { CustomerRow } from './read-row.ts'

/**
 * Stores an existing customer as approved, with an account for the portal. There is no signature, no submit and no
 * decision: those did not happen here. Returns false when the address is taken.
 */
export function addCustomer(
  deps: Writing<Deps>,
  { id: number, fileName, uploadedBy, invitesCustomers }: CustomerImport,
  { fields, directors, customerCode }: CustomerRow,
  { line, place }: { line: number; place: number },
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
  const source = `${fileName}, line ${line}, by ${uploadedBy}`
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
  if (invitesCustomers) {
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
      `portal-invitation|${number}`,
      { dueIn: place * invitationPace },
    )
  }
  return true
}
