import { and, eq, lt } from 'drizzle-orm'
import { customerImports } from '#db/schema/review.ts'
import { transact, type Writing } from '#db/transaction.ts'
import type { Deps } from '#src/deps.ts'
import type { Actor, Admin } from '#src/domain/actor.ts'
import { refuseNewWhenFull } from '#src/domain/applications/disk-space.ts'
import { recordEvent } from '#src/domain/audit/events.ts'
import { days } from '#src/domain/durations.ts'
import { Refusal } from '#src/domain/refusal.ts'
import { refuseWithoutRight } from '#src/domain/rights.ts'
import { importTexts } from '#src/forms/customers/import-texts.ts'
import { readText } from '#src/forms/text.ts'
import { readCsv, UnreadableCsv } from './csv-file.ts'
import { readHeading } from './heading.ts'
import { type CustomerImport, importNaming, importOf, openImport } from './imports.ts'

/** A checked file that nobody imports is removed after this time. */
const waits = days(1)

/**
 * Takes a file to be checked, in place of one that only waits. Refuses 'invalid' what is no CSV with the required
 * columns, and 'conflict' while an import is under way.
 */
export async function uploadCustomers(
  deps: Deps,
  admin: Admin,
  { name, bytes }: { name: string; bytes: Buffer },
): Promise<number> {
  refuseWithoutRight(admin, 'settings')
  refuseNewWhenFull(deps)
  await refuseBadBeginning(bytes)
  const id = transact(deps, (deps) => {
    const open = openImport(deps)
    if (open?.state === 'importing') throw new Refusal('conflict', importTexts.underWay)
    if (open) end(deps, open, 'cancelled')
    const fileName = readText(name.slice(-200), 200) || 'customers.csv'
    recordEvent(deps, admin, {
      action: 'customer file uploaded',
      changes: [{ field: 'file', before: null, after: fileName }],
    })
    return deps.db.orm
      .insert(customerImports)
      .values({
        fileName,
        csv: bytes,
        uploadedBy: admin.username,
        uploadedAt: deps.now(),
        state: 'checking',
        rows: 0,
      })
      .returning({ id: customerImports.id })
      .get().id
  })
  wakeImports(deps)
  return id
}

/** Begins to import the rows of a checked file that have no fault. Refuses 'conflict' when it does not wait any more. */
export function beginImport(deps: Deps, admin: Admin, id: number, invitesCustomers: boolean) {
  refuseWithoutRight(admin, 'settings')
  transact(deps, (deps) => {
    const found = importOf(deps, id)
    if (found.state !== 'checked' || found.rows === 0)
      throw new Refusal('conflict', importTexts.notReady)
    const begun = { state: 'importing', uploadedBy: admin.username, invitesCustomers } as const
    deps.db.orm.update(customerImports).set(begun).where(eq(customerImports.id, id)).run()
    recordEvent(deps, admin, {
      action: 'customer import begun',
      changes: [
        { field: 'file', before: null, after: found.fileName },
        { field: 'invitations', before: null, after: invitesCustomers ? 'yes' : 'no' },
      ],
    })
  })
  wakeImports(deps)
}

/** Discards a file that nobody has begun to import. Refuses 'conflict' when somebody has, and as `stopImport`. */
export function discardFile(deps: Deps, admin: Admin, id: number) {
  transact(deps, (deps) => {
    if (importOf(deps, id).state === 'importing') throw new Refusal('conflict', importTexts.begun)
    stopImport(deps, admin, id)
  })
}

/** Ends an import where it stands: what has been imported stays. Refuses 'conflict' when it has ended. */
export function stopImport(deps: Deps, admin: Admin, id: number) {
  refuseWithoutRight(admin, 'settings')
  transact(deps, (deps) => {
    const found = importOf(deps, id)
    if (found.state === 'finished' || found.state === 'cancelled')
      throw new Refusal('conflict', importTexts.ended)
    end(deps, found, 'cancelled')
    recordStop(deps, admin, found)
  })
}

function recordStop(
  deps: Writing<Pick<Deps, 'db' | 'keys' | 'now'>>,
  actor: Actor,
  { state, doneRows, rows }: CustomerImport,
) {
  const after = `${state === 'importing' ? doneRows : 0} of ${rows} rows`
  recordEvent(deps, actor, {
    action: 'customer import stopped',
    changes: [{ field: 'done', before: null, after }],
  })
}

/** Ends an import and forgets its file. */
export function end(
  { db }: Writing<Pick<Deps, 'db'>>,
  { id }: Pick<CustomerImport, 'id'>,
  state: 'finished' | 'cancelled',
) {
  db.orm.update(customerImports).set({ state, csv: null }).where(eq(customerImports.id, id)).run()
}

/**
 * Removes the file of an import that names somebody who is erased, because it would bring them back: what has been
 * imported stays, and nothing follows.
 */
export function removeFileNaming(deps: Pick<Deps, 'db' | 'keys' | 'now'>, address: string) {
  transact(deps, (deps) => {
    const found = importNaming(deps, address)
    if (!found) return
    end(deps, found, 'cancelled')
    recordStop(deps, { kind: 'system' }, found)
  })
}

/** Removes files that were checked and not imported for a day: they hold personal data. */
export function removeWaitingFiles({ db, now }: Pick<Deps, 'db' | 'now'>) {
  db.orm
    .update(customerImports)
    .set({ state: 'cancelled', csv: null })
    .where(and(eq(customerImports.state, 'checked'), lt(customerImports.uploadedAt, now() - waits)))
    .run()
}

/** Calls `wake` when an import has something to do. Returns a function that ends this. */
export function onImports(
  { importListeners }: Pick<Deps, 'importListeners'>,
  wake: () => void,
): () => void {
  importListeners.add(wake)
  return () => importListeners.delete(wake)
}

function wakeImports({ importListeners }: Pick<Deps, 'importListeners'>) {
  setImmediate(() => {
    for (const wake of importListeners) wake()
  })
}

async function refuseBadBeginning(bytes: Buffer) {
  if (bytes.length === 0) throw refused(importTexts.none)
  try {
    const rows = readCsv(bytes)
    const { value: heading } = await rows.next()
    if (!heading) throw refused(importTexts.empty)
    readHeading(heading.cells)
    const { done } = await rows.next()
    await rows.return(undefined)
    if (done) throw refused(importTexts.empty)
  } catch (error) {
    // the check names the line
    if (!(error instanceof UnreadableCsv) || error.line === 1) throw unreadable(error)
  }
}

const unreadable = (error: unknown) =>
  error instanceof UnreadableCsv ? refused(importTexts.unreadableHeading) : error

const refused = (message: string) => new Refusal('invalid', message, { errors: { file: message } })
