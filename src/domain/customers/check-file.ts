import { setImmediate } from 'node:timers/promises'
import { eq } from 'drizzle-orm'
import { applications } from '#db/schema/applications.ts'
import type { Deps, Store } from '#src/deps.ts'
import { holderOf } from '#src/domain/applications/duplicates.ts'
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
import { readText } from '#src/forms/text.ts'
import { type CsvRow, encodingOf, readCsv, refusedFile, UnreadableCsv } from './csv-file.ts'

const rowsAtOnce = 50

export type GoodRow = { line: number; row: CustomerRow }

/** None is good in a file that cannot be read to its end. Refuses 'invalid' what is no such CSV. */
export async function checkFile(
  deps: Deps,
  file: Buffer,
): Promise<{ rows: number; good: GoodRow[]; faults: LineFault[] }> {
  if (file.length === 0) throw refusedFile(importTexts.none)
  const known: Known = { lines: new Map(), codes: codesOf(deps) }
  const faults: LineFault[] = []
  const good: GoodRow[] = []
  let heading: Heading | null = null
  let rows = 0
  const nothing = (line: number, message: string) => {
    faults.push({ line, field: null, message })
    return { rows, good: [], faults }
  }
  try {
    const encoding = encodingOf(file)
    if (encoding === 'windows-1252') faults.push(inHeading(importTexts.windows1252))
    for await (const row of readCsv(file, encoding)) {
      if (!heading) {
        heading = readHeading(row.cells)
        for (const name of unknownHeadings(row.cells, heading))
          faults.push(inHeading(importTexts.unknownColumn(name)))
        continue
      }
      rows += 1
      if (rows > importLimits.rows) return nothing(row.line, importTexts.tooManyRows)
      const { row: customer, faults: wrong } = readRow(heading, row)
      const all = [...wrong, ...duplicatesOf(deps, known, customer, row.line)]
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

type Known = { lines: Map<string, number>; codes: Set<string | undefined> }

const codesOf = ({ db }: Store) =>
  new Set(
    db.orm
      .selectDistinct({ code: applications.customerCode })
      .from(applications)
      .values()
      .map(([code]) => (code as string | null)?.toLowerCase()),
  )

/** An address counts once; a shared customer code or company number is only noted. */
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

type Heading = (Column | null)[]

function readHeading(cells: string[]): Heading {
  const heading = cells.map((cell) => columnOf(cell) ?? null)
  const missing = requiredColumns.filter((column) => !heading.includes(column))
  if (missing.length > 0)
    throw refusedFile(importTexts.noHeading(missing.map(({ heading }) => heading)))
  const twice = heading.find((column, at) => column && heading.indexOf(column) !== at)
  if (twice) throw refusedFile(importTexts.headingTwice(twice.heading))
  return heading
}

const unknownHeadings = (cells: string[], heading: Heading): string[] =>
  cells.flatMap((cell, at) =>
    heading[at] === null && cell.trim() !== '' ? [readText(cell, 60) ?? `number ${at + 1}`] : [],
  )

export type CustomerRow = {
  customerCode: string
  fields: FieldValues
  directors: DirectorInput[]
}

type Fault = { field: string | null; message: string }

const longestCode = 50

function readRow(heading: Heading, { cells }: CsvRow): { row: CustomerRow; faults: Fault[] } {
  const row: CustomerRow = { customerCode: '', fields: { accountType: 'credit' }, directors: [] }
  const faults: Fault[] = []
  if (cells.slice(heading.length).some((cell) => cell.trim() !== ''))
    faults.push({ field: null, message: importTexts.moreCells })
  for (const [at, column] of heading.entries()) {
    if (!column) continue
    const { name } = column
    const text = cells[at] ?? ''
    const fault =
      text.trim() === ''
        ? column.required && importTexts.required(column.heading)
        : readCell(row, name, text)
    if (fault) faults.push({ field: name, message: fault })
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
    const list = directorRows.safeParse(listOf(text).map(director))
    row.directors = named(list.data ?? [])
    return list.error?.issues[0]?.message ?? null
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
  if (name === 'businessTypes') return listOf(text).map((word) => knownWord(word, businessTypes))
  if (fields[name].type === 'day')
    return text.replace(british, '$3-$2-$1').replace(/-(\d)(?!\d)/g, '-0$1')
  if (name === 'accountType')
    return (
      Object.entries(accountLabels).find((names) =>
        names.some((word) => word.toLowerCase() === text.trim().toLowerCase()),
      )?.[0] ?? text
    )
  return text
}

const british = /^\s*(\d{1,2})[/.](\d{1,2})[/.](\d{4})\s*$/

const listOf = (text: string) =>
  text
    .split('|')
    .map((word) => word.trim())
    .filter(Boolean)

const knownWord = (word: string, words: readonly string[]) =>
  words.find((known) => known.toLowerCase() === word.toLowerCase()) ?? word

function director(text: string) {
  const open = text.endsWith(')') ? text.lastIndexOf('(') : -1
  const position = text.slice(open + 1, -1)
  if (open < 0 || position.includes(')')) return { name: text, position: null }
  return { name: text.slice(0, open), position }
}
