import { setImmediate } from 'node:timers/promises'
import { and, eq } from 'drizzle-orm'
import { applications } from '#db/schema/applications.ts'
import { readFact, storeFact } from '#db/schema/installation.ts'
import { jobs } from '#db/schema/jobs.ts'
import { transact, type Writing, writable } from '#db/transaction.ts'
import type { Deps, Store } from '#src/deps.ts'
import { type Admin, refuseWithoutRight } from '#src/domain/actor.ts'
import {
  changesOf,
  columnsOf,
  directorsChange,
  listDirectors,
} from '#src/domain/applications/application.ts'
import { holderOf } from '#src/domain/applications/duplicates.ts'
import { writeSearchText } from '#src/domain/applications/search-text.ts'
import { recordEvent } from '#src/domain/audit/events.ts'
import { ensureRecipient, openPortalAccount } from '#src/domain/clients/clients.ts'
import { refuseWhenFull } from '#src/domain/disk-space.ts'
import { enqueue, invitationPace } from '#src/domain/jobs/email-jobs.ts'
import { type QueuedRows, readWork } from '#src/domain/jobs/job-kinds.ts'
import { addJob, lease, setAside } from '#src/domain/jobs/jobs.ts'
import type { Queue } from '#src/domain/jobs/loop.ts'
import { Refusal } from '#src/domain/refusal.ts'
import { type ImportReport, importTexts } from '#src/forms/customers/customers.ts'
import { emailKey } from '#src/forms/fields/normalised.ts'
import { readText } from '#src/forms/text.ts'
import { newReference } from '#src/security/tokens.ts'
import { type CustomerRow, checkFile, type GoodRow } from './check-file.ts'

export type CustomersFile = { name: string; bytes: Buffer }

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

/** Queues the rows that have no fault. Refuses 'conflict' while another import runs. */
export async function importCustomers(
  deps: Deps,
  admin: Admin,
  { name, bytes }: CustomersFile,
  invites: boolean,
): Promise<void> {
  refuseWithoutRight(admin, 'settings')
  refuseWhenFull(deps)
  const { rows, good, faults } = await checkFile(deps, bytes)
  const fileName = nameOf(name)
  await writable(deps)
  transact(deps, (tx) => {
    if (nextRows(tx)) throw new Refusal('conflict', importTexts.running)
    recordEvent(tx, admin, {
      action: 'customer import begun',
      changes: [
        { field: 'file', before: null, after: fileName },
        { field: 'invitations', before: null, after: invites ? 'yes' : 'no' },
      ],
    })
    storeFact(tx.db, lastReport, { fileName, rows, good: good.length, imported: 0, faults })
    const at = tx.now()
    for (let from = 0; from === 0 || from < good.length; from += rowsAtOnce) {
      const data: QueuedRows = {
        rows: good.slice(from, from + rowsAtOnce),
        by: admin.username,
        firstInvitation: invites ? from : null,
      }
      const dedupeKey = `import|${at}|${from}`
      addJob(tx, { queue: 'import', kind: 'customers', data, dedupeKey })
    }
  })
}

const lastReport = 'customer-import'

export const importQueue = (deps: Deps): Queue => ({
  name: 'import',
  async turn() {
    await setImmediate()
    await writable(deps, lease)
    try {
      return transact(deps, importNext)
    } catch (err) {
      deps.log.error({ err }, 'customers could not be imported')
      return transact(deps, (tx) => importNext(tx, importTexts.notStored))
    }
  },
})

function importNext(deps: Writing<Deps>, reason: string | null = null): boolean {
  const job = nextRows(deps)
  const report = customerImport(deps)?.report
  if (!job || !report) return false
  const queued = readWork('import', job)?.data
  if (!queued) {
    setAside(deps, job)
    storeFact(deps.db, lastReport, {
      ...report,
      faults: [...report.faults, { line: 1, field: null, message: importTexts.unreadableQueue }],
    })
    return true
  }
  const { rows, by, firstInvitation } = queued
  const { fileName } = report
  const left = rows.filter(({ row, line }, index) => {
    const source = `${fileName}, line ${line}, by ${by}`
    const place = firstInvitation === null ? null : firstInvitation + index
    return reason || !addCustomer(deps, row, source, place)
  })
  const message = reason ?? importTexts.emailTaken
  const field = reason ? null : 'mainEmail'
  const imported = (report.imported ?? 0) + rows.length - left.length
  const faults = [...report.faults, ...left.map(({ line }) => ({ line, field, message }))]
  storeFact(deps.db, lastReport, { ...report, imported, faults })
  deps.db.orm.delete(jobs).where(eq(jobs.id, job.id)).run()
  if (!nextRows(deps))
    recordEvent(
      deps,
      { kind: 'system' },
      {
        action: 'customer import finished',
        changes: [
          { field: 'file', before: null, after: fileName },
          { field: 'done', before: null, after: `${imported} of ${report.rows} rows` },
        ],
      },
    )
  return true
}

const nextRows = ({ db }: Store) =>
  db.orm
    .select()
    .from(jobs)
    .where(and(eq(jobs.queue, 'import'), eq(jobs.state, 'waiting')))
    .orderBy(jobs.nextAt, jobs.id)
    .get()

export function customerImport(deps: Store): { report: ImportReport; isUnderWay: boolean } | null {
  const report = readFact<ImportReport>(deps.db, lastReport)
  return report && { report, isUnderWay: nextRows(deps) !== undefined }
}

/** Removes waiting rows of an erased person, whom the import would otherwise bring back. */
export function dropQueuedRows({ db }: Writing<Store>, email: string) {
  const queued = db.orm.select().from(jobs).where(eq(jobs.queue, 'import')).all()
  for (const job of queued) {
    const { id } = job
    const work = readWork('import', job)
    // rows that cannot be read may name the person
    if (!work) {
      db.orm.delete(jobs).where(eq(jobs.id, id)).run()
      continue
    }
    const { rows, ...rest } = work.data
    const isErasedCustomer = ({ row }: GoodRow) =>
      emailKey(String(row.fields.mainEmail ?? '')) === emailKey(email)
    const theirs = rows.filter(isErasedCustomer)
    const report = readFact<ImportReport>(db, lastReport)
    if (theirs.length === 0 || !report) continue
    const remaining = { ...rest, rows: rows.filter((row) => !isErasedCustomer(row)) }
    db.orm.update(jobs).set({ data: remaining }).where(eq(jobs.id, id)).run()
    const lines = theirs.map(({ line }) => ({ line, field: null, message: importTexts.erased }))
    storeFact(db, lastReport, { ...report, faults: [...report.faults, ...lines] })
  }
}

const nameOf = (name: string) => readText(name.slice(-200), 200) || 'customers.csv'

/**
 * Stores a customer for whom nothing was signed or decided here. `place` says how many invitations are sent before.
 * Returns false when the email address is taken.
 */
function addCustomer(
  deps: Writing<Store>,
  { fields, directors, customerCode }: CustomerRow,
  source: string,
  place: number | null,
): boolean {
  const at = deps.now()
  const email = String(fields.mainEmail ?? '')
  if (holderOf(deps, email, null)) return false
  const decided = { status: 'approved', customerCode } as const
  const customer = deps.db.orm
    .insert(applications)
    .values({
      ...columnsOf(fields),
      ...decided,
      id: newReference(),
      createdAt: at,
      updatedAt: at,
      completionPercentage: 100,
    })
    .returning()
    .get()
  if (directors.length > 0) listDirectors(deps, customer, directors)
  writeSearchText(deps, customer)
  const listed = directorsChange([], directors)
  openPortalAccount(deps, customer)
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
  if (place !== null)
    enqueue(
      deps,
      { kind: 'portal-invitation', ...ensureRecipient(deps, customer), customerCode },
      'portal-invitation',
      { dueIn: place * invitationPace },
    )
  return true
}
