import { count } from 'drizzle-orm'
import { checkDatabase } from '#db/copies.ts'
import { refuseForeignMigrations } from '#db/migrate.ts'
import type { Db } from '#db/open.ts'
import { documents } from '#db/schema/documents.ts'
import { readFact, storeFact } from '#db/schema/installation.ts'
import { schemaFaults } from '#db/schema-check.ts'
import { writable } from '#db/transaction.ts'
import type { Deps, Store } from '#src/deps.ts'
import { describeBreak, verifyChain } from '#src/domain/audit/chain.ts'
import { hourIn, hours, minutes } from '#src/domain/calendar.ts'
import { onlyAnswer } from '#src/domain/command-child.ts'
import { errorMessage } from '#src/domain/refusal.ts'
import { checkDocuments, missingDocuments } from './check-documents.ts'
import { publicationFaults } from './check-publications.ts'
import { checkRecords } from './check-records.ts'

type HistoryCheck = {
  at: number
  events: number
  faults: number
  first: string | null
  /** Absent in the result of an earlier version, and when the database file is damaged. */
  compared?:
    | {
        records: number
        documents: number
        ofDocuments: number
        after: number
        faulty: number[]
      }
    | undefined
}

const checkHour = 4

export async function checkAtNight(deps: Deps, stopping: AbortSignal) {
  const { db, env, log, now } = deps
  const last = lastHistoryCheck(db)?.at ?? 0
  const isNight = hourIn(env.APP_TIMEZONE, now()) === checkHour
  if (Math.abs(now() - last) < hours(isNight ? 12 : 36)) return
  const task: CheckTask = { name: 'check', ...partToCheck(db) }
  const check = await onlyAnswer<HistoryCheck>(deps, task, stopping)
  await writable(deps)
  keepHistoryCheck(db, check)
  const { events, faults, first, compared } = check
  if (first) log.error({ events, faults, first }, 'the nightly check found a fault: run "verify"')
  else log.info({ events, ...compared }, 'the database, its history, records and documents agree')
}

type DocumentPart = { first: number[]; after: number }

/** The task of the child process for the nightly check; `commands/task.ts` runs it. */
export type CheckTask = { name: 'check' } & DocumentPart

/** Returns where the last check stopped, and the documents in which it found a fault. */
export function partToCheck(db: Db): DocumentPart {
  const { after = 0, faulty = [] } = lastHistoryCheck(db)?.compared ?? {}
  return { first: faulty.slice(0, mostFaulty), after }
}

/**
 * The time for the documents, which need some milliseconds each. Those that are left are checked in the following
 * nights.
 */
const documentTime = minutes(10)

/** Checks the database file, the history and what is compared with it. It only reads the database. */
export async function checkWhole(
  store: Store,
  migrations: string,
  { first, after }: DocumentPart,
): Promise<HistoryCheck> {
  const at = store.now()
  try {
    await checkDatabase(store.db.path)
  } catch (error) {
    return {
      at,
      events: 0,
      faults: 1,
      first: errorMessage(error),
    }
  }
  const part = { first, after, time: documentTime }
  const { breaks, events, faults, compared } = await checkContent(store, migrations, part)
  const all = [...breaks.map(describeBreak), ...faults]
  return { at, events, faults: all.length, first: all[0] ?? null, compared }
}

const mostFaulty = 100

/**
 * Checks the history, and compares records, documents and schema with it. A database of an earlier version has other
 * tables, so only its history is checked. `part` says which documents are compared, as in `checkDocuments`.
 */
export async function checkContent(
  store: Store,
  migrations: string,
  part: Parameters<typeof checkDocuments>[1] = {},
) {
  const chain = verifyChain(store)
  const { shipped, recorded } = refuseForeignMigrations(store.db, migrations)
  if (shipped.length > recorded) return { ...chain, faults: [], compared: undefined }
  const { faults, ...compared } = await compareAll(store, part)
  return { ...chain, faults: [...faults, ...schemaFaults(store.db, migrations)], compared }
}

async function compareAll(store: Store, part: Parameters<typeof checkDocuments>[1]) {
  const records = checkRecords(store)
  const { checked, faults, after } = await checkDocuments(store, part)
  const missing = missingDocuments(store)
  const ofDocuments = store.db.orm.select({ all: count() }).from(documents).get()?.all ?? 0
  return {
    records: records.checked,
    documents: checked,
    ofDocuments,
    after,
    faulty: faults.map(({ document }) => document),
    faults: [
      ...faults.map(({ words }) => words),
      ...missing,
      ...records.faults,
      ...publicationFaults(store),
    ],
  }
}

const name = 'history-check'

export const lastHistoryCheck = (db: Db) => readFact<HistoryCheck>(db, name)

export const keepHistoryCheck = (db: Db, check: HistoryCheck) => storeFact(db, name, check)

export function checkedWords({ events, compared }: HistoryCheck): string {
  if (!compared) return `${events} events are whole`
  const { records, documents, ofDocuments } = compared
  const part = documents < ofDocuments ? `${documents} of ${ofDocuments}` : documents
  return `${events} events, ${records} applications and ${part} documents agree`
}

/** Returns the last check, or `null` before the first check and after a check that found a fault. */
export function historyChecked({ db }: Store): { at: string; words: string } | null {
  const check = lastHistoryCheck(db)
  if (!check || check.first !== null) return null
  return { at: new Date(check.at).toISOString(), words: checkedWords(check) }
}

export function historyFault({ db }: Store): { at: string; words: string } | null {
  const check = lastHistoryCheck(db)
  if (!check?.first) return null
  const { at, faults, first } = check
  const words = `${first}${faults > 1 ? `, and ${faults - 1} more` : ''}`
  return { at: new Date(at).toISOString(), words }
}
