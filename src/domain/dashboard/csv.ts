/**
 * One line of a CSV file (RFC 4180), its line end included; every cell is quoted. An apostrophe stands before whatever
 * a spreadsheet would take for a formula: at the start of a cell, and after a semicolon, tab or line break inside it,
 * because a spreadsheet that separates columns by semicolons cuts a cell there. The file begins with `byteOrderMark`.
 */
export const csvLine = (cells: readonly (string | number | null)[]): string =>
  `${cells.map(cellOf).join(',')}\r\n`

/** Tells spreadsheets that the file is UTF-8. */
export const byteOrderMark = '\ufeff'

function cellOf(value: string | number | null): string {
  const text = typeof value === 'string' ? value.replace(beforeFormula, "'") : String(value ?? '')
  return `"${text.replaceAll('"', '""')}"`
}

/** The place before a formula's sign, ASCII or full-width, also behind blanks and quotes; or before a leading tab. */
const beforeFormula = /(?:^|(?<=[;\t\r\n]))(?=[\s"]*[=+\-@＝＋－＠])|^(?=[\t\r])/g
