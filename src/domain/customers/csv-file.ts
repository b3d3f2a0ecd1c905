import { Readable } from 'node:stream'
import { parse } from 'csv-parse'
import { Refusal } from '#src/domain/refusal.ts'
import { importTexts } from '#src/forms/customers/customers.ts'

export type CsvRow = { line: number; cells: string[] }

/** In bytes; a longer row has a quotation mark too few. */
const longestRow = 128 * 1024
const pieceSize = 64 * 1024

export class UnreadableCsv extends Error {
  constructor(readonly line: number) {
    super(`Line ${line} cannot be read`)
  }
}

/** UTF-8 or Windows-1252, with line feeds; refuses 'invalid' any other. */
export function textOf(file: Buffer): { text: string; isUtf8: boolean } {
  if (file[0] === 0x50 && file[1] === 0x4b) throw refusedFile(importTexts.workbook)
  if (file.includes(0)) throw refusedFile(importTexts.noText)
  const end = file.includes(0x0a) ? '' : '\n'
  const read = (encoding: string, fatal: boolean) =>
    new TextDecoder(encoding, { fatal }).decode(file).replaceAll('\r', end)
  try {
    return { text: read('utf-8', true), isUtf8: true }
  } catch {
    // bytes that mean nothing in Windows-1252
    if ([0x81, 0x8d, 0x8f, 0x90, 0x9d].some((byte) => file.includes(byte)))
      throw refusedFile(importTexts.noText)
    return { text: read('windows-1252', false), isUtf8: false }
  }
}

/** Yields the rows, heading first; throws `UnreadableCsv`. */
export async function* readCsv(text: string): AsyncGenerator<CsvRow> {
  let next = 1
  const parser = parse({
    delimiter: separatorOf(text),
    info: true,
    relax_column_count: true,
    skip_empty_lines: true,
    skip_records_with_empty_values: true,
    max_record_size: longestRow,
    // rows are not passed on once a later one fails
    on_record: (record: string[], { lines }) => {
      next = lines + 1
      return record
    },
  })
  const source = Readable.from(piecesOf(text))
  source.pipe(parser)
  try {
    for await (const { record, info } of parser as AsyncIterable<Parsed>) {
      // the parser counts to the end of a row
      const inside = record.reduce((sum, cell) => sum + cell.split('\n').length - 1, 0)
      yield { line: info.lines - inside, cells: record }
    }
  } catch (error) {
    if (error instanceof Error && 'lines' in error) throw new UnreadableCsv(next)
    throw error
  } finally {
    source.destroy()
    parser.destroy()
  }
}

type Parsed = { record: string[]; info: { lines: number } }

function* piecesOf(text: string): Generator<string> {
  for (let at = 0; at < text.length; at += pieceSize) yield text.slice(at, at + pieceSize)
}

function separatorOf(text: string): string {
  const heading = text
    .slice(0, pieceSize)
    .replace(/"[^"]*"/g, '')
    .split('\n')
    .find((line) => line.trim() !== '')
  const count = (mark: string) => (heading ?? '').split(mark).length
  return [',', ';', '\t'].toSorted((a, b) => count(b) - count(a))[0] ?? ','
}

export const refusedFile = (message: string) =>
  new Refusal('invalid', message, { errors: { file: message } })
