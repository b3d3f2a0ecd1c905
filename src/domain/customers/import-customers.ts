import { setImmediate } from 'node:timers/promises'
import { applications } from '#db/schema/applications.ts'
import { transactSoon, type Writing } from '#db/transaction.ts'
import type { Deps } from '#src/deps.ts'
import { openAccount } from '#src/domain/accounts/clients.ts'
import { type Admin, refuseWithoutRight } from '#src/domain/actor.ts'
import {
  changesOf,
  columnsOf,
  directorsChange,
  listDirectors,
} from '#src/domain/applications/application.ts'
import { holderOf } from '#src/domain/applications/duplicates.ts'
import { recordEvent } from '#src/domain/audit/events.ts'
import { refuseWhenFull } from '#src/domain/disk-space.ts'
import { enqueue, invitationPace } from '#src/domain/jobs/email-jobs.ts'
import { Refusal } from '#src/domain/refusal.ts'
import { type ImportReport, importTexts } from '#src/forms/customers/customers.ts'
import { readText } from '#src/forms/text.ts'
import { newReference } from '#src/security/tokens.ts'
import { type CustomerRow, checkFile } from './check-file.ts'

export type CustomersFile = { name: string; bytes: Buffer }

/** Rows of one transaction; other requests are answered before the next. */
const rowsAtOnce = 10

export async function checkCustomers(
  deps: Deps,
  admin: Admin,
  { name, bytes }: CustomersFile,
): Promise<ImportReport> {
  refuseWithoutRight(admin, 'settings')
  const { rows, good, faults } = await checkFile(deps, bytes)
  return { fileName: nameOf(name), rows, good: good.length, imported: null, faults }
}

/**
 * Stores the rows without a fault and keeps `deps.customerImport` up to date. Known addresses are left out, so a file
 * may be sent again. Refuses 'conflict' during another import.
 */
export async function importCustomers(
  deps: Deps,
  admin: Admin,
  { name, bytes }: CustomersFile,
  invites: boolean,
): Promise<void> {
  refuseWithoutRight(admin, 'settings')
  refuseWhenFull(deps)
  const { customerImport } = deps
  if (customerImport.isUnderWay) throw new Refusal('conflict', importTexts.underWay)
  customerImport.isUnderWay = true
  try {
    const { rows, good, faults } = await checkFile(deps, bytes)
    const fileName = nameOf(name)
    await transactSoon(deps, (deps) =>
      recordEvent(deps, admin, {
        action: 'customer import begun',
        changes: [
          { field: 'file', before: null, after: fileName },
          { field: 'invitations', before: null, after: invites ? 'yes' : 'no' },
        ],
      }),
    )
    const report = { fileName, rows, good: good.length, imported: 0, faults }
    customerImport.report = report
    for (let at = 0; at < good.length && !deps.draining(); at += rowsAtOnce) {
      await setImmediate()
      const chunk = good.slice(at, at + rowsAtOnce)
      const taken = await transactSoon(deps, (deps) =>
        chunk.filter(({ row, line }, index) => {
          const source = `${fileName}, line ${line}, by ${admin.username}`
          return !addCustomer(deps, row, source, invites ? at + index : null)
        }),
      )
      report.imported += chunk.length - taken.length
      for (const { line } of taken)
        faults.push({ line, field: 'mainEmail', message: importTexts.emailTaken })
    }
    await transactSoon(deps, (deps) =>
      recordEvent(deps, admin, {
        action: 'customer import finished',
        changes: [
          { field: 'file', before: null, after: fileName },
          { field: 'done', before: null, after: `${report.imported} of ${rows} rows` },
        ],
      }),
    )
  } finally {
    customerImport.isUnderWay = false
  }
}

const nameOf = (name: string) => readText(name.slice(-200), 200) || 'customers.csv'

/**
 * Stores a customer as approved, without signature, submit or decision: those did not happen here. `place` is that of
 * the invitation, `null` for none. Returns false when the address is taken.
 */
function addCustomer(
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
