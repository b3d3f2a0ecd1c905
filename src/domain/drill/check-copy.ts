import { migrateDatabase } from '#db/migrate.ts'
import { type Db, openDatabase } from '#db/open.ts'
import { openForReading } from '#db/read.ts'
import { describeBreak, endScan, scanChain } from '#src/domain/audit/chain.ts'
import type { HistoryHead } from '#src/domain/audit/installation.ts'
import { secretsByKey } from '#src/domain/audit/key-rotation.ts'
import { checkDocuments } from './check-documents.ts'
import { differences } from './compare.ts'
import { type TableCount, tableCounts } from './table-counts.ts'

export type CheckTask = {
  /** The fetched copy. It is written to: the migrations run in it. */
  copy: string
  live: string
  migrations: string
  /** The key and the end of the copy's history, as they were sealed. */
  key: Uint8Array
  head: HistoryHead
  /** The names of the keys that the installation has. */
  keyIds: string[]
}

export type CheckedCopy = {
  events: number
  documents: number
  tables: TableCount[]
  took: { history: number; documents: number; comparing: number }
}

/**
 * Migrates a fetched copy, checks its history and its sealed documents, and compares it with the live database. Throws
 * with the first fault in words and how many more there are.
 */
export async function checkDrillCopy(task: CheckTask): Promise<CheckedCopy> {
  const copy = openDatabase(task.copy)
  const live = openForReading(task.live)
  try {
    const began = performance.now()
    migrateDatabase(copy, task.migrations)
    const { breaks, events } = endScan(copy, scanChain(copy, Buffer.from(task.key)), task.head)
    const history = performance.now()
    const documents = await checkDocuments(copy)
    const sealed = performance.now()
    const faults = [
      ...breaks.map((found) => `In the copy ${describeBreak(found)}`),
      ...secretsUnderOtherKeys(copy, task.keyIds),
      ...documents.faults,
      ...differences(copy, live),
    ]
    refuse(faults)
    const tables = tableCounts(copy, live)
    const took = {
      history: history - began,
      documents: sealed - history,
      comparing: performance.now() - sealed,
    }
    return { events, documents: documents.checked, tables, took }
  } finally {
    live.sqlite.close()
    copy.sqlite.close()
  }
}

function refuse([first, ...more]: string[]) {
  if (!first) return
  throw new Error(more.length > 0 ? `${first}, and ${more.length} more` : first)
}

const secretsUnderOtherKeys = (copy: Db, keyIds: string[]): string[] =>
  [...secretsByKey(copy)]
    .filter(([id]) => !keyIds.includes(id))
    .map(
      ([id, count]) =>
        `${count} secrets of the copy are sealed with key ${id}, which is not given any more`,
    )
