import { isUtf8 } from 'node:buffer'
import { pipeline, Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import { parse } from 'csv-parse'
import { Refusal } from '#src/domain/refusal.ts'
import { columnOf, importTexts } from '#src/forms/customers/customers.ts'

export type CsvRow = { line: number; cells: string[] }

/** In bytes. A longer row means that a quotation mark is missing. */
const longestRow = 128 * 1024
/** Empty lines count too, because the parser needs 20 µs for each. */
const most = { cells: 200, lines: 100_000 }
/** How many bytes are parsed before other requests are answered. */
const pieceOf = { bytes: 16 * 1024, lines: 250 }
const longestHeading = 64 * 1024

export class UnreadableCsv extends Error {
  constructor(readonly line: number) {
    super(`Line ${line} cannot be read`)
  }
}

type Encoding = 'utf-8' | 'windows-1252'

/**
 * Returns the text of a file in UTF-8, Windows-1252 or the UTF-16 of Excel's "Unicode Text". Refuses any other as
 * 'invalid'.
 */
export function textFile(file: Buffer): { bytes: Buffer; encoding: Encoding } {
  if (file[0] === 0x50 && file[1] === 0x4b) throw refusedFile(importTexts.workbook)
  if (file[0] === 0xff && file[1] === 0xfe) return { bytes: unicodeText(file), encoding: 'utf-8' }
  if (file.includes(0)) throw refusedFile(importTexts.noText)
  if (isUtf8(file)) return { bytes: file, encoding: 'utf-8' }
  // these bytes have no meaning in Windows-1252
  if ([0x81, 0x8d, 0x8f, 0x90, 0x9d].some((byte) => file.includes(byte)))
    throw refusedFile(importTexts.noText)
  return { bytes: file, encoding: 'windows-1252' }
}

function unicodeText(file: Buffer): Buffer {
  try {
    const text = new TextDecoder('utf-16le', { fatal: true }).decode(file)
    if (!text.includes('\0')) return Buffer.from(text)
  } catch {
    // the file ends in the middle of a character
  }
  throw refusedFile(importTexts.noText)
}

/** Yields the rows, heading first; throws `UnreadableCsv`, and refuses 'invalid' too many cells or lines. */
export async function* readCsv(file: Buffer, encoding: Encoding): AsyncGenerator<CsvRow> {
  let next = 1
  const separator = separatorOf(file)
  const parser = parse({
    delimiter: separator,
    info: true,
    relax_column_count: true,
    skip_empty_lines: true,
    skip_records_with_empty_values: true,
    max_record_size: longestRow,
    // removes the blank that `endCounter` has put in place of an equals sign
    ltrim: true,
    // rows are not passed on once a later one fails
    on_record: (record: string[], { lines }) => {
      next = lines + 1
      return record
    },
  })
  const source = Readable.from(piecesOf(file, encoding, separator))
  // a fault of either is thrown where the rows are read
  pipeline(source, parser, () => {})
  try {
    for await (const { record, info } of parser as AsyncIterable<Parsed>) {
      // the parser counts to the end of a row
      const inside = record.reduce((sum, cell) => sum + cell.split('\n').length - 1, 0)
      yield { line: info.lines - inside, cells: record.map(withoutFormula) }
    }
  } catch (error) {
    if (error instanceof Error && 'lines' in error) throw new UnreadableCsv(next)
    throw error
  } finally {
    source.destroy()
    parser.destroy()
  }
}

/** Programs write ="0012" so that a spreadsheet keeps the noughts. */
const withoutFormula = (cell: string) =>
  cell.startsWith('="') && cell.endsWith('"') && cell.length > 2
    ? cell.slice(2, -1).replaceAll('""', '"')
    : cell

type Parsed = { record: string[]; info: { lines: number } }

/**
 * Yields pieces that end with a line feed. Each is counted before the parser reads it, and other requests are answered
 * before the next.
 */
async function* piecesOf(
  file: Buffer,
  encoding: Encoding,
  separator: string,
): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding)
  const lineEnd = file.includes(lineFeed) ? lineFeed : carriageReturn
  const end = endCounter(file, separator.charCodeAt(0), lineEnd)
  for (let from = 0; from < file.length; ) {
    const to = end(from)
    const text = decoder.decode(file.subarray(from, to), { stream: true })
    await setImmediate()
    yield text.replaceAll('\r', lineEnd === lineFeed ? '' : '\n')
    from = to
  }
}

const [lineFeed, carriageReturn, quotationMark, equals, blank] = [0x0a, 0x0d, 0x22, 0x3d, 0x20]

/**
 * Finds where a piece ends, and counts cells as the parser does. The parser refuses a quotation mark inside a cell, so
 * the equals sign of ="0012" is blanked out.
 */
function endCounter(file: Buffer, separator: number, lineEnd: number): (from: number) => number {
  const count = { lines: 0, cells: 1 }
  let isQuoted = false
  const isStart = (at: number) => at > 0 && [separator, lineEnd].includes(file[at - 1] ?? 0)
  return function endOf(from) {
    const last = { at: from + pieceOf.bytes, lines: count.lines + pieceOf.lines }
    let at = from
    for (; at < Math.min(last.at, file.length) && count.lines < last.lines; at += 1) {
      const byte = file[at]
      if (byte === quotationMark) isQuoted = !isQuoted
      else if (byte === lineEnd) count.lines += 1
      if (isQuoted) continue
      if (byte === equals && file[at + 1] === quotationMark && isStart(at)) file[at] = blank
      if (byte === lineEnd) count.cells = 1
      else if (byte === separator) count.cells += 1
      if (count.cells > most.cells) throw refusedFile(importTexts.tooManyCells(count.lines + 1))
    }
    if (count.lines > most.lines) throw refusedFile(importTexts.tooManyLines)
    return at
  }
}

/**
 * Returns the separator that a first line such as `sep=;` names, or the one that splits the heading into most cells.
 */
function separatorOf(file: Buffer): string {
  const text = file.toString('latin1', 0, longestHeading).replace(/^\u00ef\u00bb\u00bf/, '')
  const [, said] = /^\s*"?sep=(\\t|[^"\r\n\w\u0080-\u00ff])/i.exec(text) ?? []
  if (said) return said === '\\t' ? '\t' : said
  const lines = text
    .split(/[\r\n]/)
    .filter((line) => line.trim() !== '')
    .slice(0, mostTried)
  const known = (mark: string) =>
    Math.max(0, ...lines.map((line) => line.split(mark).filter(columnOf).length))
  const count = (mark: string) => (lines[0] ?? '').replace(/"[^"]*"/g, '').split(mark).length
  const best = [',', ';', '\t'].toSorted((a, b) => known(b) - known(a) || count(b) - count(a))
  return best[0] ?? ','
}

/** How many lines are searched, because a title may come before the heading. */
const mostTried = 20

export const refusedFile = (message: string) =>
  new Refusal('invalid', message, { errors: { file: message } })
