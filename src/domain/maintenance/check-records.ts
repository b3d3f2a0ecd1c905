import { asc, gt } from 'drizzle-orm'
import { applications } from '#db/schema/applications.ts'
import type { Store } from '#src/deps.ts'
import type { Application } from '#src/domain/applications/application.ts'
import { actionIn, actionsWith } from '#src/domain/audit/actions.ts'
import { provenEvents } from '#src/domain/audit/chain.ts'
import { documentsTakenIn, type TakenIn } from '#src/domain/documents/proof.ts'
import { compareRecord, openings } from '#src/domain/documents/record-proof.ts'
import { factFaults, staffFaults } from './check-facts.ts'

const rowsAtOnce = 50

/** Compares each application with what was signed and with the later events, and staff accounts with their events. */
export function checkRecords(store: Store): { checked: number; faults: string[] } {
  const takenIn = documentsTakenIn(store)
  const faults: string[] = []
  let checked = 0
  for (let last = 0; ; ) {
    // each step reads one snapshot, because the server may write in between
    const rows = store.db.sqlite.transaction(() => {
      const rows = store.db.orm
        .select()
        .from(applications)
        .where(gt(applications.seq, last))
        .orderBy(asc(applications.seq))
        .limit(rowsAtOnce)
        .all()
      faults.push(...rows.flatMap((row) => recordFaults(store, takenIn, row)))
      return rows
    })()
    checked += rows.length
    last = rows.at(-1)?.seq ?? last
    if (rows.length === rowsAtOnce) continue
    return { checked, faults: [...faults, ...missingRecords(store), ...staffFaults(store)] }
  }
}

function recordFaults(store: Store, takenIn: TakenIn, application: Application): string[] {
  const { printed, others } = compareRecord(store, takenIn, application)
  return [
    ...[...printed, ...others].map((fault) => `application ${application.id}: ${fault}`),
    ...factFaults(store, application),
  ]
}

function missingRecords(store: Store): string[] {
  const missing = provenEvents(
    store,
    `${actionIn(...openings)}
      and not exists (select 1 from applications where id = events.application)
      and not exists (select 1 from events as later where later.application = events.application
        and later.seq > events.seq and later.${actionIn(...actionsWith('erases'))})`,
  ).map(
    ({ application }) =>
      `application ${application}: it is gone, and no event says that it was erased`,
  )
  return [...new Set(missing)]
}
