/**
 * One line of a CSV file (RFC 4180) with its line end. An apostrophe precedes what a spreadsheet would run as a
 * formula, also after a semicolon, tab or line break, where some spreadsheets begin a new cell.
 */
export const csvLine = (cells: readonly (string | number | null)[]): string =>
  `${cells.map(cellOf).join(',')}\r\n`

/** Tells spreadsheets that the file is UTF-8. */
export const byteOrderMark = '\ufeff'

function cellOf(value: string | number | null): string {
  const text = typeof value === 'string' ? value.replace(beforeFormula, "'") : String(value ?? '')
  return `"${text.replaceAll('"', '""')}"`
}

/** The position before a formula's sign, ASCII or full-width, also after blanks and quotes; or before a leading tab. */
const beforeFormula = /(?:^|(?<=[;\t\r\n]))(?=[\s"]*[=+\-@＝＋－＠])|^(?=[\t\r])/g
