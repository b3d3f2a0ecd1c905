import { Readable } from 'node:stream'
import { parse } from 'csv-parse'
import { Refusal } from '#src/domain/refusal.ts'
import { columnOf, importTexts } from '#src/forms/customers/customers.ts'

export type CsvRow = { line: number; cells: string[] }

/** In bytes; a longer row has a quotation mark too few. */
const longestRow = 128 * 1024
const pieceSize = 64 * 1024

export class UnreadableCsv extends Error {
  constructor(readonly line: number) {
    super(`Line ${line} cannot be read`)
  }
}

/** UTF-8, Windows-1252, or the UTF-16 of Excel's "Unicode Text", with line feeds; refuses 'invalid' any other. */
export function textOf(file: Buffer): { text: string; isUtf8: boolean } {
  if (file[0] === 0x50 && file[1] === 0x4b) throw refusedFile(importTexts.workbook)
  if (file[0] === 0xff && file[1] === 0xfe) return { text: unicodeText(file), isUtf8: true }
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

function unicodeText(file: Buffer): string {
  try {
    const text = new TextDecoder('utf-16le', { fatal: true }).decode(file)
    if (!text.includes('\0')) return text.replaceAll('\r', text.includes('\n') ? '' : '\n')
  } catch {
    // half a character at its end
  }
  throw refusedFile(importTexts.noText)
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

/** What a first line such as `sep=;` says, or what makes the most of a heading. */
function separatorOf(text: string): string {
  const [, said] = /^\s*"?sep=(\\t|[^"\n\p{L}\p{N}])/iu.exec(text) ?? []
  if (said) return said === '\\t' ? '\t' : said
  const lines = text
    .slice(0, pieceSize)
    .split('\n')
    .filter((line) => line.trim() !== '')
    .slice(0, mostTried)
  const known = (mark: string) =>
    Math.max(0, ...lines.map((line) => line.split(mark).filter(columnOf).length))
  const count = (mark: string) => (lines[0] ?? '').replace(/"[^"]*"/g, '').split(mark).length
  const best = [',', ';', '\t'].toSorted((a, b) => known(b) - known(a) || count(b) - count(a))
  return best[0] ?? ','
}

/** Lines; a title may stand above the heading. */
const mostTried = 20

export const refusedFile = (message: string) =>
  new Refusal('invalid', message, { errors: { file: message } })
