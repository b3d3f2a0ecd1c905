import { Readable } from 'node:stream'
import { parse } from 'csv-parse'
import { Refusal } from '#src/domain/refusal.ts'
import { importTexts } from '#src/forms/customers/customers.ts'

export type CsvRow = { line: number; cells: string[] }

/** In bytes; a longer row has a quotation mark too few. */
const longestRow = 128 * 1024
const pieceSize = 64 * 1024

/** From this line on the file cannot be read. */
export class UnreadableCsv extends Error {
  constructor(readonly line: number) {
    super(`Line ${line} cannot be read`)
  }
}

/** Refuses 'invalid' what is text in neither. */
export function encodingOf(file: Uint8Array): 'utf-8' | 'windows-1252' {
  if (file[0] === 0x50 && file[1] === 0x4b) throw refusedFile(importTexts.workbook)
  if (file.includes(0)) throw refusedFile(importTexts.noText)
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(file)
    return 'utf-8'
  } catch {
    // bytes that mean nothing in Windows-1252
    if ([0x81, 0x8d, 0x8f, 0x90, 0x9d].some((byte) => file.includes(byte)))
      throw refusedFile(importTexts.noText)
    return 'windows-1252'
  }
}

/** Yields the rows, heading first; throws `UnreadableCsv`. */
export async function* readCsv(file: Buffer): AsyncGenerator<CsvRow> {
  const encoding = encodingOf(file)
  let next = 1
  const parser = parse({
    delimiter: separatorOf(file),
    bom: true,
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
  const source = Readable.from(piecesOf(file, encoding))
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

/** Lines end in a line feed: inside quotation marks the parser counts CR LF twice. */
function* piecesOf(file: Buffer, encoding: string): Generator<Buffer> {
  const end = file.includes(0x0a) ? '' : '\n'
  for (let at = 0; at < file.length; at += pieceSize) {
    const piece = file.subarray(at, at + pieceSize)
    if (encoding === 'utf-8')
      yield Buffer.from(piece.toString('latin1').replaceAll('\r', end), 'latin1')
    else yield Buffer.from(new TextDecoder(encoding).decode(piece).replaceAll('\r', end))
  }
}

function separatorOf(file: Buffer): string {
  const heading = file
    .subarray(0, pieceSize)
    .toString('latin1')
    .replace(/"[^"]*"/g, '')
    .split(/[\r\n]/)
    .find((line) => line.trim() !== '')
  const count = (mark: string) => (heading ?? '').split(mark).length
  return [',', ';', '\t'].toSorted((a, b) => count(b) - count(a))[0] ?? ','
}

export const refusedFile = (message: string) =>
  new Refusal('invalid', message, { errors: { file: message } })
