import { setImmediate } from 'node:timers/promises'
import { and, eq, isNotNull } from 'drizzle-orm'
import { applications } from '#db/schema/applications.ts'
import { customerImportFaults, customerImports } from '#db/schema/review.ts'
import { transactSoon } from '#db/write-lock.ts'
import type { Deps } from '#src/deps.ts'
import { holderOf } from '#src/domain/applications/duplicates.ts'
import { importLimits } from '#src/forms/customers/columns.ts'
import { importTexts } from '#src/forms/customers/import-texts.ts'
import { companyNumberKey, emailKey } from '#src/forms/fields/normalised.ts'
import { encodingOf, readCsv, UnreadableCsv } from './csv-file.ts'
import { type Heading, readHeading, unknownHeadings } from './heading.ts'
import type { CustomerImport } from './imports.ts'
import { fileOf } from './imports.ts'
import { type CustomerRow, type Fault, readRow } from './read-row.ts'

/** Rows between two breaths, in which other requests are answered. */
const rowsAtOnce = 50

type LineFault = Fault & { line: number }

/**
 * Looks at every row of a file, stores what is wrong by line, and changes nothing else. A file that cannot be read to its
 * end has no rows that could be imported.
 */
export async function checkFile(deps: Deps, { id }: CustomerImport) {
  const file = fileOf(deps, id)
  if (!file) return
  await transactSoon(deps, ({ db }) =>
    db.orm.delete(customerImportFaults).where(eq(customerImportFaults.customerImport, id)).run(),
  )
  const seen = newSeen(deps)
  let heading: Heading | null = null
  let rows = 0
  let found: LineFault[] = []
  try {
    if (encodingOf(file) === 'windows-1252') found.push(inHeading(importTexts.windows1252))
    for await (const row of readCsv(file)) {
      if (!heading) {
        heading = readHeading(row.cells)
        for (const name of unknownHeadings(row.cells, heading))
          found.push(inHeading(importTexts.unknownColumn(name)))
        continue
      }
      rows += 1
      if (rows > importLimits.rows) {
        found.push({ line: row.line, field: null, message: importTexts.tooManyRows })
        rows = 0
        break
      }
      const { row: customer, faults } = readRow(heading, row)
      for (const fault of [...faults, ...duplicatesOf(deps, seen, customer, row.line)])
        found.push({ line: row.line, ...fault })
      if (rows % rowsAtOnce > 0) continue
      if (!(await store(deps, id, found, rows))) return
      found = []
    }
  } catch (error) {
    if (!(error instanceof UnreadableCsv)) throw error
    found.push({ line: error.line, field: null, message: importTexts.unreadable })
    rows = 0
  }
  if (await store(deps, id, found, rows)) await conclude(deps, id, rows)
}

const inHeading = (message: string): LineFault => ({ line: 1, field: null, message })

/** Stores what was found so far; false when the check was stopped or the server stops. */
async function store(deps: Deps, id: number, found: LineFault[], rows: number): Promise<boolean> {
  await setImmediate()
  if (deps.draining()) return false
  return transactSoon(deps, ({ db }) => {
    const { changes } = db.orm.update(customerImports).set({ rows }).where(isChecking(id)).run()
    if (changes === 0) return false
    for (const fault of found)
      db.orm
        .insert(customerImportFaults)
        .values({ customerImport: id, ...fault })
        .run()
    return true
  })
}

const conclude = (deps: Deps, id: number, rows: number) =>
  transactSoon(deps, ({ db }) =>
    db.orm.update(customerImports).set({ state: 'checked', rows }).where(isChecking(id)).run(),
  )

const isChecking = (id: number) =>
  and(eq(customerImports.id, id), eq(customerImports.state, 'checking'))

/** The line on which each value came first, and the customer codes that are in use. */
type Seen = { emails: Lines; codes: Lines; numbers: Lines; codesInUse: Set<string> }
type Lines = Map<string, number>

const newSeen = ({ db }: Pick<Deps, 'db'>): Seen => ({
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
  deps: Pick<Deps, 'db'>,
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

const isKnownNumber = ({ db }: Pick<Deps, 'db'>, number: string) =>
  db.orm
    .select({ seq: applications.seq })
    .from(applications)
    .where(eq(applications.coRegistrationKey, number))
    .limit(1)
    .get() !== undefined
