import { inArray } from 'drizzle-orm'
import { applications } from '#db/schema/applications.ts'
import type { Store } from '#src/deps.ts'
import { type Application, directorsOf } from '#src/domain/applications/application.ts'
import { dateIn } from '#src/domain/calendar.ts'
import { agreedOf } from '#src/domain/decisions/decision-record.ts'
import { agreedLabels } from '#src/forms/admin/decisions.ts'
import { cardLabel } from '#src/forms/admin/record-cards.ts'
import { directorsCell, wordsCell } from '#src/forms/customers/list-cells.ts'
import { fieldNames } from '#src/forms/fields/fields.ts'
import { statusLabel } from '#src/forms/statuses.ts'
import { type ListedApplication, type ListQuery, listRows, wholeList } from './list.ts'

/** One read returns this many customers. Until it is done, no other request is answered. */
const rowsAtOnce = 50

/**
 * Yields the list line by line, so that other requests are answered in between. It leaves out applications that are
 * removed before their turn. Refuses 'unavailable' for a search that cannot find everything yet.
 */
export function exportApplications(
  deps: Store,
  query: Pick<ListQuery, 'search' | 'filter' | 'owner' | 'order'>,
): Generator<string> {
  return linesOfList(deps, wholeList(deps, query))
}

function* linesOfList(deps: Store, list: number[]): Generator<string> {
  yield byteOrderMark + csvLine(titles)
  for (let at = 0; at < list.length; at += rowsAtOnce)
    yield* linesOf(deps, listRows(deps, list.slice(at, at + rowsAtOnce)))
}

const answers = fieldNames.filter((name) => name in applications)

export const titles = [
  ...['Reference', 'Status', 'Customer code', 'Owner', 'Decided by', 'Decision date'],
  ...[agreedLabels.creditLimit, agreedLabels.paymentTerms, agreedLabels.reviewDate],
  ...['Closed on', 'Reason for closing', 'Created', 'Submitted', 'Updated', 'Completion (%)'],
  ...answers.map(cardLabel),
  'Directors',
]

function* linesOf(deps: Store, listed: ListedApplication[]): Generator<string> {
  const ids = listed.map(({ id }) => id)
  const stored = deps.db.orm.select().from(applications).where(inArray(applications.id, ids)).all()
  const byId = new Map(stored.map((row) => [row.id, row]))
  for (const row of listed) {
    const application = byId.get(row.id)
    if (application) yield csvLine(cellsOf(deps, row, application))
  }
}

function cellsOf(deps: Store, { owner }: ListedApplication, application: Application) {
  const { id, status, customerCode, financeBy, financeDate } = application
  const { createdAt, submittedAt, updatedAt, completionPercentage } = application
  const agreed = agreedOf(deps, application)
  const dayOf = (at: number | null) => at && dateIn(deps.env.APP_TIMEZONE, at)
  const directors = directorsOf(deps, application)
  return [
    ...[id, statusLabel(status), customerCode, owner, financeBy, financeDate],
    ...[agreed?.creditLimit ?? null, agreed?.paymentTerms ?? null, agreed?.reviewDate ?? null],
    ...[
      application.closedOn,
      application.closingReason,
      dayOf(createdAt),
      dayOf(submittedAt),
      dayOf(updatedAt),
      completionPercentage,
    ],
    ...answers.map((name) => wordsOf(application[name as keyof Application])),
    directorsCell(directors),
  ]
}

function wordsOf(value: Application[keyof Application]): string | number | null {
  if (Array.isArray(value)) return wordsCell(value)
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  return value
}

/**
 * Returns one line of CSV (RFC 4180). It writes an apostrophe before what a spreadsheet would run as a formula, also
 * after a character that may begin a new cell.
 */
export const csvLine = (cells: readonly (string | number | null)[]): string =>
  `${cells.map(cellOf).join(',')}\r\n`

/** Makes spreadsheets read the file as UTF-8. */
export const byteOrderMark = '\ufeff'

function cellOf(value: string | number | null): string {
  const text = typeof value === 'string' ? value.replace(beforeFormula, "'") : String(value ?? '')
  return `"${text.replaceAll('"', '""')}"`
}

/**
 * Matches the places that need an apostrophe: before the sign of a formula, ASCII or full-width, also after blanks and
 * quotes, and before a leading tab or carriage return. Apostrophes that are already there get one more, so that
 * `withoutMarks` finds the text again.
 */
const beforeFormula = /(?:^|(?<=[;\t\r\n]))(?=[\s"']*[=+\-@＝＋－＠])|^(?='*[\t\r])/g

/** Returns the text of a cell that `csvLine` has written. */
export const withoutMarks = (cell: string) => cell.replace(mark, '')

const mark = /(?:^|(?<=[;\t\r\n]))'(?=[\s"']*[=+\-@＝＋－＠])|^'(?='*[\t\r])/g
