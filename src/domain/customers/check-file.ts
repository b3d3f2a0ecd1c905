import { setImmediate } from 'node:timers/promises'
import { eq, gt } from 'drizzle-orm'
import { applications } from '#db/schema/applications.ts'
import type { Deps, Store } from '#src/deps.ts'
import { holderOf } from '#src/domain/applications/duplicates.ts'
import { titles, withoutMarks } from '#src/domain/review/export.ts'
import {
  type Column,
  columnHeading,
  columnOf,
  importLimits,
  importTexts,
  isNote,
  type LineFault,
  requiredColumns,
} from '#src/forms/customers/customers.ts'
import { readDirectors, readWords } from '#src/forms/customers/list-cells.ts'
import type { FieldValue } from '#src/forms/fields/field.ts'
import {
  accountLabels,
  businessTypes,
  type FieldName,
  type FieldValues,
  fields,
} from '#src/forms/fields/fields.ts'
import { companyNumberKey, emailKey } from '#src/forms/fields/normalised.ts'
import { type DirectorInput, directorRows, named, readField } from '#src/forms/fields/schema.ts'
import { statuses, statusLabel } from '#src/forms/statuses.ts'
import { readText } from '#src/forms/text.ts'
import { type CsvRow, readCsv, refusedFile, textFile, UnreadableCsv } from './csv-file.ts'
import { readDay } from './day-cell.ts'
import { damageOf } from './spreadsheet-damage.ts'

/** Milliseconds. The check pauses this often, so that other requests are answered. */
const longestTurn = 10

export type GoodRow = { line: number; row: CustomerRow }

/**
 * Checks a file. No row is good if the file cannot be read to its end. Refuses 'invalid' a file that is not such a CSV.
 */
export async function checkFile(
  deps: Deps,
  file: Buffer,
): Promise<{ rows: number; good: GoodRow[]; faults: LineFault[] }> {
  if (file.length === 0) throw refusedFile(importTexts.none)
  const known: Known = { lines: new Map(), codes: await readCodes(deps) }
  const faults: LineFault[] = []
  const good: GoodRow[] = []
  let heading: Heading | null = null
  const above: string[][] = []
  let rows = 0
  let turn = performance.now()
  const nothing = (line: number, message: string) => {
    faults.push({ line, field: null, message })
    return { rows, good: [], faults }
  }
  try {
    const { bytes, encoding } = textFile(file)
    if (encoding === 'windows-1252') faults.push(inHeading(1, importTexts.windows1252))
    for await (const row of readCsv(bytes, encoding)) {
      if (!heading) {
        if (above.length === 0 && isSeparatorLine(row)) continue
        heading = readHeading(row.cells)
        if (heading) faults.push(...notesOnHeading(row, heading, above.length > 0))
        else if (above.push(row.cells) >= linesAbove) throw noHeading(above)
        continue
      }
      rows += 1
      if (rows > importLimits.rows) return nothing(row.line, importTexts.tooManyRows)
      const { row: customer, faults: wrong } = readRow(heading, row)
      const reason = whyLeftOut(heading, row)
      const all = reason
        ? [{ field: null, message: reason }]
        : [...wrong, ...duplicatesOf(deps, known, customer, row.line)]
      faults.push(...all.map((fault) => ({ line: row.line, ...fault })))
      if (all.every(({ message }) => isNote(message))) good.push({ line: row.line, row: customer })
      if (performance.now() - turn < longestTurn) continue
      await setImmediate()
      turn = performance.now()
    }
  } catch (error) {
    if (!(error instanceof UnreadableCsv)) throw error
    if (error.line === 1) throw refusedFile(importTexts.unreadableHeading)
    return nothing(error.line, importTexts.unreadable)
  }
  if (!heading && above.length > 0) throw noHeading(above)
  if (rows === 0) throw refusedFile(importTexts.empty)
  return { rows, good, faults }
}

const inHeading = (line: number, message: string): LineFault => ({ line, field: null, message })

type Known = { lines: Map<string, number>; codes: Set<string> }

/** Returns the stored customer codes in lower case. It reads a few at a time, so that other requests are answered in between. */
async function readCodes({ db }: Store): Promise<Set<string>> {
  const codes = new Set<string>()
  const { customerCode } = applications
  for (let last = ''; ; await setImmediate()) {
    const page = db.orm
      .selectDistinct({ customerCode })
      .from(applications)
      .where(gt(customerCode, last))
      .orderBy(customerCode)
      .limit(codesAtOnce)
      .values()
      .map(([code]) => String(code))
    for (const code of page) codes.add(code.toLowerCase())
    last = page.at(-1) ?? ''
    if (page.length < codesAtOnce) return codes
  }
}

const codesAtOnce = 2000

/**
 * Returns what a row shares with others. A second row with the same email address is a fault; a shared customer code or company
 * number is only noted.
 */
function duplicatesOf(
  deps: Store,
  { lines, codes }: Known,
  { customerCode, fields }: CustomerRow,
  line: number,
): Fault[] {
  const email = String(fields.mainEmail ?? '')
  const number = companyNumberKey(String(fields.coRegistration ?? ''))
  const code = customerCode.toLowerCase()
  const { emailTwice, emailTaken, codeTwice, codeTaken, numberTwice, numberTaken } = importTexts
  const checks: [string, string, (line: number) => string, string, () => boolean][] = [
    ['mainEmail', emailKey(email), emailTwice, emailTaken, () => !!holderOf(deps, email, null)],
    ['customerCode', code, codeTwice, codeTaken, () => codes.has(code)],
    [
      'coRegistration',
      /\d/.test(number) ? number : '',
      numberTwice,
      numberTaken,
      () => isKnownNumber(deps, number),
    ],
  ]
  return checks.flatMap(([field, value, twice, taken, isTaken]) => {
    if (!value) return []
    const first = lines.get(`${field} ${value}`)
    if (first !== undefined) return [{ field, message: twice(first) }]
    lines.set(`${field} ${value}`, line)
    return isTaken() ? [{ field, message: taken }] : []
  })
}

const isKnownNumber = ({ db }: Store, number: string) =>
  db.orm
    .select({ seq: applications.seq })
    .from(applications)
    .where(eq(applications.coRegistrationKey, number))
    .get() !== undefined

type Heading = {
  columns: (Column | null)[]
  /** The columns in which the export of this product gives the state of an application. */
  status: number
  closed: number
}

/** How many lines of titles and empty lines may come before the heading. */
const linesAbove = 20

/** Matches the line that tells Excel what separates the cells. `readCsv` has already read it. */
const isSeparatorLine = ({ cells: [cell = ''] }: CsvRow) => /^sep=/i.test(cell)

function readHeading(cells: string[]): Heading | null {
  const columns = columnsIn(cells)
  if (missingIn(columns).length > 0) return null
  const twice = columns.find((column, at) => column && columns.indexOf(column) !== at)
  if (twice) throw refusedFile(importTexts.headingTwice(twice.heading))
  const [reference, status, closed] = ['Reference', 'Status', 'Closed on'].map((title) =>
    cells.findIndex((cell) => cell.trim().toLowerCase() === title.toLowerCase()),
  ) as [number, number, number]
  return reference < 0 ? { columns, status: -1, closed: -1 } : { columns, status, closed }
}

const columnsIn = (cells: string[]) => cells.map((cell) => columnOf(cell) ?? null)

const missingIn = (columns: Heading['columns']) =>
  requiredColumns.filter((column) => !columns.includes(column))

/** Finds the heading: the line that looks most like one. */
function noHeading(above: string[][]) {
  const [least = []] = above
    .map((cells) => missingIn(columnsIn(cells)))
    .toSorted((one, other) => one.length - other.length)
  return refusedFile(importTexts.noHeading(least.map(({ heading }) => heading)))
}

function notesOnHeading({ line, cells }: CsvRow, heading: Heading, isBelow: boolean): LineFault[] {
  const left = cells.filter((cell, at) => heading.columns[at] === null && cell.trim() !== '')
  const isOfExport = (cell: string) => heading.status >= 0 && titles.includes(cell.trim())
  const ofExport = left.filter(isOfExport)
  const notes = [
    ...(isBelow ? [importTexts.aboveHeading] : []),
    ...(ofExport.length > 0 ? [importTexts.exportColumns(ofExport)] : []),
    ...left
      .filter((cell) => !isOfExport(cell))
      .map((cell) =>
        importTexts.unknownColumn(readText(cell, 60) ?? `number ${cells.indexOf(cell) + 1}`),
      ),
  ]
  return notes.map((message) => inHeading(line, message))
}

function whyLeftOut({ status, closed }: Heading, { cells }: CsvRow): string | null {
  const word = cells[status]?.trim().toLowerCase()
  const known = statuses.map(statusLabel).find((label) => label.toLowerCase() === word)
  if (known && known !== statusLabel('approved')) return importTexts.notApproved(known)
  return cells[closed]?.trim() ? importTexts.closed : null
}

export type CustomerRow = {
  customerCode: string
  fields: FieldValues
  directors: DirectorInput[]
}

type Fault = { field: string | null; message: string }

const longestCode = 50

function readRow({ columns }: Heading, { cells }: CsvRow): { row: CustomerRow; faults: Fault[] } {
  const row: CustomerRow = { customerCode: '', fields: { accountType: 'credit' }, directors: [] }
  const faults: Fault[] = []
  if (cells.slice(columns.length).some((cell) => cell.trim() !== ''))
    faults.push({ field: null, message: importTexts.moreCells })
  for (const [at, column] of columns.entries()) {
    if (!column) continue
    const { name } = column
    const text = withoutMarks(cells[at] ?? '')
    if (text.trim() === '') {
      if (column.required)
        faults.push({ field: name, message: importTexts.required(column.heading) })
      continue
    }
    const damage = damageOf(name, text)
    const isLost = damage !== null && !isNote(damage)
    for (const message of [damage, isLost ? null : readCell(row, name, text)])
      if (message) faults.push({ field: name, message })
  }
  return { row, faults }
}

function readCell(row: CustomerRow, name: string, text: string): string | null {
  if (name === 'customerCode') {
    const code = readText(text, longestCode)
    if (!code) return code === null ? importTexts.code : importTexts.required(columnHeading(name))
    row.customerCode = code
    return null
  }
  if (name === 'directors') {
    const list = directorRows.safeParse(readDirectors(text))
    row.directors = named(list.data ?? [])
    const isOne = row.directors.length === 1 && text.includes(';')
    return list.error?.issues[0]?.message ?? (isOne ? importTexts.oneDirector : null)
  }
  const field = name as FieldName
  const { value, fault } = readField(field, rawOf(field, text))
  if (fault === null) row.fields[field] = value
  return fault && (faultOfCell(field) ?? fault)
}

function faultOfCell(name: FieldName): string | null {
  if (name === 'accountType') return importTexts.badAccountType
  if (name === 'businessTypes') return importTexts.badBusinessTypes
  return fields[name].type === 'day' ? importTexts.badDay : null
}

function rawOf(name: FieldName, text: string): FieldValue {
  if (name === 'businessTypes') return readWords(text).map((word) => knownWord(word, businessTypes))
  if (fields[name].type === 'day') return readDay(text)
  if (name === 'accountType')
    return (
      Object.entries(accountLabels).find((names) =>
        names.some((word) => word.toLowerCase() === text.trim().toLowerCase()),
      )?.[0] ?? text
    )
  return text
}

const knownWord = (word: string, words: readonly string[]) =>
  words.find((known) => known.toLowerCase() === word.toLowerCase()) ?? word
