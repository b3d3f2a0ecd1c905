import {
  and,
  count,
  desc,
  eq,
  gte,
  inArray,
  isNotNull,
  isNull,
  lt,
  or,
  type SQL,
  sql,
} from 'drizzle-orm'
import { applications } from '#db/schema/applications.ts'
import { approvalProposals, informationRequests } from '#db/schema/review.ts'
import type { Store } from '#src/deps.ts'
import { formerOwners, possibleOwners } from '#src/domain/accounts/owners.ts'
import { type Status, statuses } from '#src/domain/applications/application.ts'
import { days } from '#src/domain/durations.ts'
import { isOpen, pausesOf } from '#src/domain/portal/requests.ts'
import { Refusal } from '#src/domain/refusal.ts'
import { listCursor } from '#src/forms/admin/dashboard-query.ts'
import { readText } from '#src/forms/text.ts'

/** A status; 'recent': submitted in the last seven days; 'waiting': for the customer's answer. */
export const listFilters = [...statuses, 'recent', 'waiting'] as const
export type ListFilter = Status | 'recent' | 'waiting'

export type ListQuery = {
  search: string
  filter: ListFilter | null
  /** An account, or 'nobody' for what was submitted and has no owner. */
  owner: number | 'nobody' | null
  limit: number
  cursor: string | null
}

export const listLimits = { page: 50, most: 1000 } as const
const mostCounted = 1000
/** No searched field is longer than an email address. */
const longestSearch = 254
const recent = days(7)

/**
 * A page, newest first, and the number of all up to 1,000. A page of a search may be short and still have a next one.
 * Refuses 'invalid' for an unknown cursor.
 */
export function listApplications(store: Store, query: ListQuery) {
  const cursor = query.cursor === null ? null : readCursor(query.cursor)
  const text = readText(query.search, longestSearch)
  const page =
    text === null
      ? nothing
      : text
        ? bySearch(store, query, text, cursor)
        : byFilter(store, query, cursor)
  const { total, totalIsMinimum } = cursor ?? page
  return {
    applications: listed(store, page.rows),
    total,
    totalIsMinimum,
    nextCursor: page.next && writeCursor({ ...page.next, total, totalIsMinimum }),
  }
}

export type Listing = ReturnType<typeof listApplications>

type Cursor = { seq: number; submittedAt: number; total: number; totalIsMinimum: boolean }

type Page = {
  rows: Row[]
  total: number
  totalIsMinimum: boolean
  next: Pick<Cursor, 'seq' | 'submittedAt'> | null
}

const nothing: Page = { rows: [], total: 0, totalIsMinimum: false, next: null }

/** Rows that a search looks at where the index alone cannot answer; the rest comes with the next page. */
export const mostLookedAt = 3000

/** Finds a text anywhere in business name, registration number and main address, in any case, newest first. */
function bySearch(store: Store, query: ListQuery, text: string, cursor: Cursor | null): Page {
  const { filter, limit, owner } = query
  const { from, seq, where, fits, values } = isShort(text) ? byLike(text) : byIndex(text)
  const isFiltered = filter !== null || owner !== null
  const bound = isShort(text) || isFiltered ? mostLookedAt : cursor ? limit : mostCounted
  const owners = owner === 'nobody' ? [0, ...formerOwners(store)] : owner === null ? null : [owner]
  const rows = store.db.sqlite
    .prepare<[object], { seq: number; fits: 0 | 1 | null }>(
      `select ${seq} as seq, (${fits}) and ifnull(@status, a.status) = a.status
         and ifnull(a.submitted_at, 0) >= @submittedSince
         and (@waits = 0 or exists (select 1 from information_requests r
           where r.application = a.seq and r.answered_at is null and r.closed_at is null))
         and (@owners is null or ifnull(a.owner, 0) in (select value from json_each(@owners))) as fits
       from ${from} where ${where} and ${seq} < cast(@before as integer)
       order by ${seq} desc limit @most`,
    )
    .all({
      ...values,
      status: filter === 'recent' || filter === 'waiting' ? null : filter,
      submittedSince: filter === 'recent' ? store.now() - recent : owner === 'nobody' ? 1 : 0,
      waits: Number(filter === 'waiting'),
      owners: owners && JSON.stringify(owners),
      before: cursor?.seq ?? Number.MAX_SAFE_INTEGER,
      most: bound + 1,
    })
  const hits = rows
    .slice(0, bound)
    .filter(({ fits }) => fits)
    .map(({ seq }) => seq)
  const isAll = rows.length <= bound
  const seqs = hits.slice(0, limit)
  const next = hits.length > limit ? seqs.at(-1) : isAll ? undefined : rows[bound - 1]?.seq
  return {
    rows: rowsWhere(store, inArray(applications.seq, seqs)).orderBy(desc(applications.seq)).all(),
    total: Math.min(hits.length, mostCounted),
    totalIsMinimum: !isAll || hits.length > mostCounted,
    next: next === undefined ? null : { seq: next, submittedAt: 0 },
  }
}

function byFilter(store: Store, { filter, owner, limit }: ListQuery, cursor: Cursor | null): Page {
  const { seq, submittedAt, status } = applications
  const isRecent = filter === 'recent'
  const inFilter = isRecent
    ? gte(submittedAt, store.now() - recent)
    : filter === 'waiting'
      ? inArray(seq, waitingForCustomer(store))
      : filter === null
        ? undefined
        : eq(status, filter)
  const filtered = and(inFilter, belongsTo(store, owner))
  const before =
    cursor &&
    (isRecent
      ? sql`(${submittedAt}, ${seq}) < (${cursor.submittedAt}, ${cursor.seq})`
      : lt(seq, cursor.seq))
  const rows = rowsWhere(store, and(filtered, before ?? undefined))
    .orderBy(...(isRecent ? [desc(submittedAt), desc(seq)] : [desc(seq)]))
    .limit(limit + 1)
    .all()
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  const total = cursor ? 0 : countUpTo(store, mostCounted + 1, filtered)
  return {
    rows: shown,
    total: Math.min(total, mostCounted),
    totalIsMinimum: total > mostCounted,
    next:
      rows.length > limit && last ? { seq: last.seq, submittedAt: last.submittedAt ?? 0 } : null,
  }
}

const waitingForCustomer = ({ db }: Store) =>
  db.orm.select({ seq: informationRequests.application }).from(informationRequests).where(isOpen)

function belongsTo(store: Store, owner: ListQuery['owner']): SQL | undefined {
  if (owner === null) return undefined
  if (owner !== 'nobody') return eq(applications.owner, owner)
  const nobody = or(isNull(applications.owner), inArray(applications.owner, formerOwners(store)))
  return and(isNotNull(applications.submittedAt), nobody)
}

function countUpTo({ db }: Store, most: number, where: SQL | undefined): number {
  const some = db.orm
    .select({ seq: applications.seq })
    .from(applications)
    .where(where)
    .limit(most)
    .as('some')
  return db.orm.select({ count: count() }).from(some).get()?.count ?? 0
}

const columns = {
  seq: applications.seq,
  id: applications.id,
  businessName: applications.businessName,
  businessTypes: applications.businessTypes,
  buyerName: applications.buyerName,
  mainEmail: applications.mainEmail,
  coRegistration: applications.coRegistration,
  customerCode: applications.customerCode,
  completionPercentage: applications.completionPercentage,
  status: applications.status,
  owner: applications.owner,
  createdAt: applications.createdAt,
  updatedAt: applications.updatedAt,
  submittedAt: applications.submittedAt,
}

const rowsWhere = ({ db }: Store, where: SQL | undefined) =>
  db.orm.select(columns).from(applications).where(where)

type Row = ReturnType<ReturnType<typeof rowsWhere>['all']>[number]

export type ListedApplication = ReturnType<typeof listed>[number]

function listed(store: Store, rows: Row[]) {
  const pauses = pausesOf(
    store,
    rows.filter(({ status }) => status === 'submitted').map(({ seq }) => seq),
  )
  const proposed = proposedAmong(
    store,
    rows.map(({ seq }) => seq),
  )
  const names = new Map(possibleOwners(store).map(({ id, username }) => [id, username]))
  return rows.map(({ seq, owner, ...row }) => ({
    ...row,
    owner: (owner !== null && names.get(owner)) || null,
    createdAt: new Date(row.createdAt).toISOString(),
    updatedAt: new Date(row.updatedAt).toISOString(),
    submittedAt: row.submittedAt === null ? null : new Date(row.submittedAt).toISOString(),
    pauses: pauses.get(seq) ?? [],
    isProposed: proposed.has(seq),
  }))
}

/** Those with a proposal that can be confirmed. */
function proposedAmong({ db }: Store, seqs: number[]): Set<number> {
  if (seqs.length === 0) return new Set()
  const rows = db.orm
    .select({ seq: approvalProposals.application })
    .from(approvalProposals)
    .innerJoin(applications, eq(applications.seq, approvalProposals.application))
    .where(
      and(
        inArray(approvalProposals.application, seqs),
        eq(approvalProposals.applicationVersion, applications.version),
      ),
    )
    .all()
  return new Set(rows.map(({ seq }) => seq))
}

const writeCursor = ({ seq, submittedAt, total, totalIsMinimum }: Cursor) =>
  [seq, submittedAt, total, Number(totalIsMinimum)].join('.')

function readCursor(cursor: string): Cursor {
  if (!listCursor.test(cursor))
    throw new Refusal('invalid', 'cursor must be the nextCursor of a page')
  const [seq = 0, submittedAt = 0, total = 0, minimum = 0] = cursor.split('.').map(Number)
  return { seq, submittedAt, total, totalIsMinimum: minimum === 1 }
}

/** The index knows every three characters in a row. */
const isShort = (text: string) => [...text].length < 3

const byIndex = (text: string) => ({
  from: 'applications_search s cross join applications a on a.seq = s.rowid',
  seq: 's.rowid',
  where: 'applications_search match @phrase',
  fits: '1',
  values: { phrase: `"${text.replaceAll('"', '""')}"` },
})

const searched = ['business_name', 'main_email', 'co_registration', 'co_registration_key']

function byLike(text: string) {
  const patterns = inEitherCase(text).map((text) => `%${text.replace(/[%_\\]/g, '\\$&')}%`)
  return {
    from: 'applications a',
    seq: 'a.seq',
    where: 'true',
    fits: patterns
      .flatMap((_, index) => searched.map((name) => `a.${name} like @text${index} escape '\\'`))
      .join(' or '),
    values: Object.fromEntries(patterns.map((pattern, index) => [`text${index}`, pattern])),
  }
}

/** LIKE ignores the case of English letters only. */
function inEitherCase(text: string): string[] {
  const casesOf = (letter: string) =>
    /[σς]/i.test(letter)
      ? ['σ', 'ς', 'Σ']
      : [letter, letter.toLowerCase(), letter.toUpperCase()].filter(
          (form) => [...form].length === 1,
        )
  const texts = [...text].reduce<string[]>(
    (begun, letter) => begun.flatMap((begin) => casesOf(letter).map((next) => begin + next)),
    [''],
  )
  return [...new Set(texts)]
}
