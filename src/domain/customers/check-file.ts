import { setImmediate } from 'node:timers/promises'
import { eq, isNotNull } from 'drizzle-orm'
import { applications } from '#db/schema/applications.ts'
import type { Deps, Store } from '#src/deps.ts'
import { holderOf } from '#src/domain/applications/duplicates.ts'
import { importLimits } from '#src/forms/customers/columns.ts'
import type { LineFault } from '#src/forms/customers/import-forms.ts'
import { importTexts, isNote } from '#src/forms/customers/import-texts.ts'
import { companyNumberKey, emailKey } from '#src/forms/fields/normalised.ts'
import { encodingOf, readCsv, refusedFile, UnreadableCsv } from './csv-file.ts'
import { type Heading, readHeading, unknownHeadings } from './heading.ts'
import { type CustomerRow, type Fault, readRow } from './read-row.ts'

/** Rows between two breaths, in which other requests are answered. */
const rowsAtOnce = 50

export type GoodRow = { line: number; row: CustomerRow }

/**
 * Returns the rows of a file that can be imported, and what is wrong or worth noting by line. Of a file that cannot be
 * read to its end no row is good. Refuses 'invalid' what is no CSV with the required columns.
 */
export async function checkFile(
  deps: Deps,
  file: Buffer,
): Promise<{ rows: number; good: GoodRow[]; faults: LineFault[] }> {
  if (file.length === 0) throw refusedFile(importTexts.none)
  const seen = newSeen(deps)
  const faults: LineFault[] = []
  const good: GoodRow[] = []
  let heading: Heading | null = null
  let rows = 0
  const nothing = (line: number, message: string) => {
    faults.push({ line, field: null, message })
    return { rows, good: [], faults }
  }
  try {
    if (encodingOf(file) === 'windows-1252') faults.push(inHeading(importTexts.windows1252))
    for await (const row of readCsv(file)) {
      if (!heading) {
        heading = readHeading(row.cells)
        for (const name of unknownHeadings(row.cells, heading))
          faults.push(inHeading(importTexts.unknownColumn(name)))
        continue
      }
      rows += 1
      if (rows > importLimits.rows) return nothing(row.line, importTexts.tooManyRows)
      const { row: customer, faults: wrong } = readRow(heading, row)
      const all = [...wrong, ...duplicatesOf(deps, seen, customer, row.line)]
      faults.push(...all.map((fault) => ({ line: row.line, ...fault })))
      if (all.every(({ message }) => isNote(message))) good.push({ line: row.line, row: customer })
      if (rows % rowsAtOnce === 0) await setImmediate()
    }
  } catch (error) {
    if (!(error instanceof UnreadableCsv)) throw error
    if (error.line === 1) throw refusedFile(importTexts.unreadableHeading)
    return nothing(error.line, importTexts.unreadable)
  }
  if (rows === 0) throw refusedFile(importTexts.empty)
  return { rows, good, faults }
}

const inHeading = (message: string): LineFault => ({ line: 1, field: null, message })

/** The line on which each value came first, and the customer codes that are in use. */
type Seen = { emails: Lines; codes: Lines; numbers: Lines; codesInUse: Set<string> }
type Lines = Map<string, number>

const newSeen = ({ db }: Store): Seen => ({
  ...{ emails: new Map(), codes: new Map(), numbers: new Map() },
  codesInUse: new Set(
    db.orm
      .selectDistinct({ code: applications.customerCode })
      .from(applications)
      .where(isNotNull(applications.customerCode))
      .all()
      .map(({ code }) => code?.toLowerCase() ?? ''),
  ),
})

/** An address counts once; a customer code and a company number may be shared, which is noted. */
function duplicatesOf(
  deps: Store,
  seen: Seen,
  { customerCode, fields }: CustomerRow,
  line: number,
): Fault[] {
  const { mainEmail, coRegistration } = fields
  const faults: (Fault | null)[] = []
  const add = (field: string, message: string) => faults.push({ field, message })
  if (typeof mainEmail === 'string') {
    const first = firstLine(seen.emails, emailKey(mainEmail), line)
    if (first) add('mainEmail', importTexts.emailTwice(first))
    else if (holderOf(deps, mainEmail, null)) add('mainEmail', importTexts.emailTaken)
  }
  if (customerCode) {
    const first = firstLine(seen.codes, customerCode.toLowerCase(), line)
    if (first) add('customerCode', importTexts.codeTwice(first))
    else if (seen.codesInUse.has(customerCode.toLowerCase()))
      add('customerCode', importTexts.codeTaken)
  }
  const number = typeof coRegistration === 'string' ? companyNumberKey(coRegistration) : ''
  if (/\d/.test(number)) {
    const first = firstLine(seen.numbers, number, line)
    if (first) add('coRegistration', importTexts.numberTwice(first))
    else if (isKnownNumber(deps, number)) add('coRegistration', importTexts.numberTaken)
  }
  return faults.filter((fault) => fault !== null)
}

/** The line that has the value already; otherwise remembers this one. */
function firstLine(lines: Lines, value: string, line: number): number | undefined {
  const first = lines.get(value)
  if (first === undefined) lines.set(value, line)
  return first
}

const isKnownNumber = ({ db }: Store, number: string) =>
  db.orm
    .select({ seq: applications.seq })
    .from(applications)
    .where(eq(applications.coRegistrationKey, number))
    .limit(1)
    .get() !== undefined
