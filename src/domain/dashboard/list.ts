import type { Deps } from '#src/deps.ts'
import type { Application } from '#src/domain/applications/application.ts'
import { type Status, statuses } from '#src/domain/applications/status.ts'
import { days } from '#src/domain/durations.ts'
import { Refusal } from '#src/domain/refusal.ts'
import { readText } from '#src/forms/text.ts'
import { searchApplications } from './search.ts'

type Store = Pick<Deps, 'db' | 'env' | 'now'>

/** A status, or 'recent': submitted in the last seven days, newest submission first (rule 267). */
export const listFilters = [...statuses, 'recent'] as const
export type ListFilter = Status | 'recent'

export type ListQuery = {
  search: string
  filter: ListFilter | null
  limit: number
  /** `nextCursor` of the page before. */
  cursor: string | null
}

export const listLimits = { page: 50, most: 1000 } as const
const mostCounted = 1000
/** The longest text that is searched is an email address: anything longer finds nothing. */
const longestSearch = 254
const recent = days(7)

/**
 * A page of applications, newest first, and their number up to 1,000 (rule 265). A search may return less than a page
 * and go on with the next. Refuses 'invalid' for an unknown cursor.
 */
export function listApplications(store: Store, query: ListQuery) {
  const place = query.cursor === null ? null : readCursor(query.cursor)
  const text = readText(query.search, longestSearch)
  const found =
    text === null
      ? nothing
      : text
        ? bySearch(store, query, text, place)
        : query.filter === 'recent'
          ? byDay(store, query, place)
          : byNumber(store, query, place)
  const { total, totalIsMinimum } = place ?? found
  return {
    applications: rowsOf(store, found.seqs, query.filter === 'recent' && !text),
    total,
    totalIsMinimum,
    nextCursor: found.next && writeCursor({ ...found.next, total, totalIsMinimum }),
  }
}

/** Where a page ends: the last row's number, its day for the list by day, and the total as it was counted at first. */
type Place = { seq: number; at: number; total: number; totalIsMinimum: boolean }

type Page = {
  seqs: number[]
  total: number
  totalIsMinimum: boolean
  next: Pick<Place, 'seq' | 'at'> | null
}

const nothing: Page = { seqs: [], total: 0, totalIsMinimum: false, next: null }

function bySearch({ db, now }: Store, query: ListQuery, text: string, place: Place | null): Page {
  const { filter, limit } = query
  const found = searchApplications(
    db,
    {
      text,
      status: filter === 'recent' ? null : filter,
      submittedSince: filter === 'recent' ? now() - recent : null,
    },
    { before: place?.seq ?? null, limit, countTo: place ? limit : mostCounted },
  )
  return {
    seqs: found.seqs,
    total: found.count,
    totalIsMinimum: found.isMinimum,
    next: found.next === null ? null : { seq: found.next, at: 0 },
  }
}

function byNumber(store: Store, { filter, limit }: ListQuery, place: Place | null): Page {
  const status = filter === null ? '' : 'status = @status and'
  const seqs = store.db.sqlite
    .prepare<[object], { seq: number }>(
      `select seq from applications where ${status} seq < @before order by seq desc limit @most`,
    )
    .all({
      ...(filter !== null && { status: filter }),
      before: place?.seq ?? Number.MAX_SAFE_INTEGER,
      most: limit + 1,
    })
    .map(({ seq }) => seq)
  const more = seqs.length > limit
  const shown = seqs.slice(0, limit)
  const count = place ? 0 : countedNumber(store, filter)
  return {
    seqs: shown,
    total: Math.min(count, mostCounted),
    totalIsMinimum: count > mostCounted,
    next: more ? { seq: shown.at(-1) ?? 0, at: 0 } : null,
  }
}

function byDay({ db, now }: Store, { limit }: ListQuery, place: Place | null): Page {
  const since = now() - recent
  const rows = db.sqlite
    .prepare<
      [object],
      { seq: number; at: number }
    >(`select seq, submitted_at as at from applications
     where submitted_at >= @since and (submitted_at, seq) < (@at, @seq)
     order by submitted_at desc, seq desc limit @most`)
    .all({
      since,
      at: place?.at ?? Number.MAX_SAFE_INTEGER,
      seq: place?.seq ?? 0,
      most: limit + 1,
    })
  const count = place ? 0 : countedSince(db, since)
  return {
    seqs: rows.slice(0, limit).map(({ seq }) => seq),
    total: Math.min(count, mostCounted),
    totalIsMinimum: count > mostCounted,
    next: rows.length > limit ? (rows[limit - 1] ?? null) : null,
  }
}

function countedNumber({ db }: Store, status: string | null): number {
  const where = status === null ? '' : 'where status = @status'
  const row = db.sqlite
    .prepare<[object], { total: number }>(
      `select count(*) as total from (select 1 from applications ${where} limit @most)`,
    )
    .get({ most: mostCounted + 1, ...(status !== null && { status }) })
  return row?.total ?? 0
}

function countedSince(db: Deps['db'], since: number): number {
  const row = db.sqlite
    .prepare<[number, number], { total: number }>(
      'select count(*) as total from (select 1 from applications where submitted_at >= ? limit ?)',
    )
    .get(since, mostCounted + 1)
  return row?.total ?? 0
}

/** What the table shows of an application; instants are ISO in UTC. */
export type ListedApplication = ReturnType<typeof listed>

function rowsOf({ db }: Store, seqs: number[], bySubmission: boolean): ListedApplication[] {
  return db.sqlite
    .prepare<[string], ListedRow>(bySubmission ? rowsByDay : rowsByNumber)
    .all(JSON.stringify(seqs))
    .map(listed)
}

const rows = `
  select id, business_name as businessName, business_types as businessTypes, buyer_name as buyerName,
    main_email as mainEmail, co_registration as coRegistration, customer_code as customerCode,
    completion_percentage as completionPercentage, status, created_at as createdAt, updated_at as updatedAt,
    submitted_at as submittedAt
  from applications where seq in (select value from json_each(?))`
const rowsByNumber = `${rows} order by seq desc`
const rowsByDay = `${rows} order by submitted_at desc, seq desc`

type ListedRow = Pick<
  Application,
  | 'id'
  | 'businessName'
  | 'buyerName'
  | 'mainEmail'
  | 'coRegistration'
  | 'customerCode'
  | 'completionPercentage'
  | 'status'
  | 'createdAt'
  | 'updatedAt'
  | 'submittedAt'
> & { businessTypes: string | null }

// a copy of a whole row, not of its rest: of that, V8 makes a dictionary that young garbage collection carries along
const listed = (row: ListedRow) => ({
  ...row,
  businessTypes: row.businessTypes === null ? null : (JSON.parse(row.businessTypes) as string[]),
  createdAt: new Date(row.createdAt).toISOString(),
  updatedAt: new Date(row.updatedAt).toISOString(),
  submittedAt: row.submittedAt === null ? null : new Date(row.submittedAt).toISOString(),
})

const writeCursor = ({ seq, at, total, totalIsMinimum }: Place) =>
  [seq, at, total, Number(totalIsMinimum)].join('.')

function readCursor(cursor: string): Place {
  if (!/^\d{1,15}(\.\d{1,15}){2}\.[01]$/.test(cursor))
    throw new Refusal('invalid', 'cursor must be the nextCursor of a page')
  const [seq = 0, at = 0, total = 0, minimum = 0] = cursor.split('.').map(Number)
  return { seq, at, total, totalIsMinimum: minimum === 1 }
}
