/** Cells that a spreadsheet would take for a formula, also behind blanks. */
const formula = /^\s*[=+\-@\t\r]/

/**
 * One line of a CSV file (RFC 4180), its line end included. A cell that a spreadsheet would take for a formula gets an
 * apostrophe in front; the file itself begins with `byteOrderMark`.
 */
export const csvLine = (cells: readonly (string | number | null)[]): string =>
  `${cells.map(cellOf).join(',')}\r\n`

/** Tells spreadsheets that the file is UTF-8. */
export const byteOrderMark = '\ufeff'

function cellOf(value: string | number | null): string {
  const text = value === null ? '' : String(value)
  const safe = typeof value === 'string' && formula.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
