import { type Column, columnOf, requiredColumns } from '#src/forms/customers/columns.ts'
import { importTexts } from '#src/forms/customers/import-texts.ts'
import { readText } from '#src/forms/text.ts'
import { refusedFile } from './csv-file.ts'

/** The column at each place of a row; `null` where the heading is not known. */
export type Heading = (Column | null)[]

/** Reads the first row; refuses 'invalid' when a required column is missing or a column stands twice. */
export function readHeading(cells: string[]): Heading {
  const heading = cells.map((cell) => columnOf(cell) ?? null)
  const missing = requiredColumns.filter((column) => !heading.includes(column))
  if (missing.length > 0)
    throw refusedFile(importTexts.noHeading(missing.map(({ heading }) => heading)))
  const twice = heading.find((column, at) => column && heading.indexOf(column) !== at)
  if (twice) throw refusedFile(importTexts.headingTwice(twice.heading))
  return heading
}

/** The headings that are not known, as a person reads them. */
export const unknownHeadings = (cells: string[], heading: Heading): string[] =>
  cells.flatMap((cell, at) =>
    heading[at] === null && cell.trim() !== '' ? [readText(cell, 60) ?? `number ${at + 1}`] : [],
  )
