import type { Store } from '#src/deps.ts'
import { type ListedApplication, type ListQuery, listApplications } from './list.ts'

const rowsAtOnce = 500

const columns: readonly [
  title: string,
  cell: (row: ListedApplication) => string | number | null,
][] = [
  ['Reference', ({ id }) => id],
  ['Business name', ({ businessName }) => businessName],
  ['Business types', ({ businessTypes }) => businessTypes?.join(', ') ?? null],
  ['Company registration number', ({ coRegistration }) => coRegistration],
  ['Buyer name', ({ buyerName }) => buyerName],
  ['Main email', ({ mainEmail }) => mainEmail],
  ['Status', ({ status }) => status],
  ['Completion (%)', ({ completionPercentage }) => completionPercentage],
  ['Customer code', ({ customerCode }) => customerCode],
  ['Created', ({ createdAt }) => createdAt],
  ['Submitted', ({ submittedAt }) => submittedAt],
  ['Updated', ({ updatedAt }) => updatedAt],
]

/** In parts, so that other requests are answered in between. */
export function* exportApplications(
  deps: Store,
  query: Pick<ListQuery, 'search' | 'filter' | 'owner' | 'order'>,
): Generator<string> {
  yield byteOrderMark + csvLine(columns.map(([title]) => title))
  let cursor: string | null = null
  do {
    const page = listApplications(deps, { ...query, limit: rowsAtOnce, cursor })
    yield page.applications.map((row) => csvLine(columns.map(([, cell]) => cell(row)))).join('')
    cursor = page.nextCursor
  } while (cursor !== null)
}

/**
 * One line (RFC 4180). An apostrophe precedes what a spreadsheet would run as a formula, also after a semicolon, tab
 * or line break, where some begin a new cell.
 */
export const csvLine = (cells: readonly (string | number | null)[]): string =>
  `${cells.map(cellOf).join(',')}\r\n`

/** Spreadsheets take the file for UTF-8. */
export const byteOrderMark = '\ufeff'

function cellOf(value: string | number | null): string {
  const text = typeof value === 'string' ? value.replace(beforeFormula, "'") : String(value ?? '')
  return `"${text.replaceAll('"', '""')}"`
}

/** Before a formula's sign, ASCII or full-width, also after blanks and quotes; or before a leading tab. */
const beforeFormula = /(?:^|(?<=[;\t\r\n]))(?=[\s"]*[=+\-@＝＋－＠])|^(?=[\t\r])/g
