import type { Store } from '#src/deps.ts'
import { byteOrderMark, csvLine } from './csv.ts'
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

/** The whole filtered list as CSV, in parts, so that other requests get their turn. */
export function* exportApplications(
  deps: Store,
  query: Pick<ListQuery, 'search' | 'filter' | 'owner'>,
): Generator<string> {
  yield byteOrderMark + csvLine(columns.map(([title]) => title))
  let cursor: string | null = null
  do {
    const page = listApplications(deps, { ...query, limit: rowsAtOnce, cursor })
    yield page.applications.map((row) => csvLine(columns.map(([, cell]) => cell(row)))).join('')
    cursor = page.nextCursor
  } while (cursor !== null)
}
