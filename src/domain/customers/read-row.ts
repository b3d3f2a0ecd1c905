import { columnHeading } from '#src/forms/customers/columns.ts'
import { importTexts } from '#src/forms/customers/import-texts.ts'
import type { FieldValue } from '#src/forms/fields/field.ts'
import {
  accountLabels,
  businessTypes,
  type FieldName,
  type FieldValues,
  fields,
} from '#src/forms/fields/fields.ts'
import { type DirectorInput, directorRows, named, readField } from '#src/forms/fields/schema.ts'
import { readText } from '#src/forms/text.ts'
import type { CsvRow } from './csv-file.ts'
import type { Heading } from './heading.ts'

export type CustomerRow = {
  customerCode: string
  fields: FieldValues
  directors: DirectorInput[]
}

/** What is wrong with a cell, or with the whole row when `field` is `null`. */
export type Fault = { field: string | null; message: string }

const longestCode = 50

/** Reads a row by the rules of the form; a cell that is empty is left out unless its column is required. */
export function readRow(
  heading: Heading,
  { cells }: CsvRow,
): { row: CustomerRow; faults: Fault[] } {
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

/** Writes a cell that is not empty into the row; returns what is wrong with it. */
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
  // the form says that a date is required, because there a wrong one cannot be picked
  return fault && fields[field].type === 'day' ? importTexts.badDay : fault
}

/** A cell as the form would send it. */
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

/** "Ann Smith (Director)" as a name and a position. */
function director(text: string) {
  const open = text.endsWith(')') ? text.lastIndexOf('(') : -1
  const position = text.slice(open + 1, -1)
  if (open < 0 || position.includes(')')) return { name: text, position: null }
  return { name: text.slice(0, open), position }
}
