import { setImmediate } from 'node:timers/promises'
import { and, eq } from 'drizzle-orm'
import { customerImportFaults, customerImports } from '#db/schema/review.ts'
import type { Writing } from '#db/transaction.ts'
import { transactSoon } from '#db/write-lock.ts'
import type { Deps } from '#src/deps.ts'
import { recordEvent } from '#src/domain/audit/events.ts'
import { importTexts } from '#src/forms/customers/import-texts.ts'
import { addCustomer } from './add-customer.ts'
import { type CsvRow, readCsv } from './csv-file.ts'
import { type Heading, readHeading } from './heading.ts'
import { type CustomerImport, faultyLines, fileOf } from './imports.ts'
import { readRow } from './read-row.ts'
import { end } from './steps.ts'

/** Rows of one transaction; other requests are answered before the next. */
const rowsAtOnce = 4

/**
 * Writes the rows of a checked file, from where an earlier run stopped. Each chunk is one transaction that also counts
 * its rows, so that no row is written twice.
 */
export async function importRows(deps: Deps, found: CustomerImport) {
  const file = fileOf(deps, found.id)
  if (!file) return
  const faulty = faultyLines(deps, found.id)
  let heading: Heading | null = null
  let done = 0
  let chunk: CsvRow[] = []
  for await (const row of readCsv(file)) {
    if (!heading) {
      heading = readHeading(row.cells)
      continue
    }
    done += 1
    if (done <= found.doneRows) continue
    chunk.push(row)
    if (chunk.length < rowsAtOnce) continue
    if (!(await write(deps, found, { heading, chunk, faulty, done }))) return
    chunk = []
  }
  if (heading && (await write(deps, found, { heading, chunk, faulty, done })))
    await transactSoon(deps, (deps) => conclude(deps, found))
}

type Chunk = { heading: Heading; chunk: CsvRow[]; faulty: Set<number>; done: number }

/** False when the import was stopped or the server stops. */
async function write(deps: Deps, found: CustomerImport, { heading, chunk, faulty, done }: Chunk) {
  await setImmediate()
  if (deps.draining()) return false
  return transactSoon(deps, (deps) => {
    const { id } = found
    const { changes } = deps.db.orm
      .update(customerImports)
      .set({ doneRows: done })
      .where(and(eq(customerImports.id, id), eq(customerImports.state, 'importing')))
      .run()
    if (changes === 0) return false
    for (const [at, { line, cells }] of chunk.entries()) {
      if (faulty.has(line)) continue
      const place = done - chunk.length + at
      const { row, faults } = readRow(heading, { line, cells })
      if (faults.length === 0 && addCustomer(deps, found, row, { line, place })) continue
      // the address was taken after the check
      const message = importTexts.emailTaken
      deps.db.orm
        .insert(customerImportFaults)
        .values({ customerImport: id, line, field: 'mainEmail', message })
        .run()
    }
    return true
  })
}

function conclude(deps: Writing<Deps>, found: CustomerImport) {
  end(deps, found, 'finished')
  recordEvent(
    deps,
    { kind: 'system' },
    {
      action: 'customer import finished',
      changes: [{ field: 'file', before: null, after: found.fileName }],
    },
  )
}
