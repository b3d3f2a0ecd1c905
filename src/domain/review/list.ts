import {
  and,
  asc,
  count,
  desc,
  eq,
  gte,
  inArray,
  isNotNull,
  isNull,
  lt,
  ne,
  notInArray,
  or,
  type SQL,
  sql,
} from 'drizzle-orm'
import { admins } from '#db/schema/admins.ts'
import { applications } from '#db/schema/applications.ts'
import { approvalProposals, informationRequests } from '#db/schema/review.ts'
import type { Deps, Store } from '#src/deps.ts'
import type { Admin, ApiKey } from '#src/domain/actor.ts'
import type { Status } from '#src/domain/applications/application.ts'
import { noteListRead } from '#src/domain/audit/access-log.ts'
import { days, instant } from '#src/domain/calendar.ts'
import { isDueForReview } from '#src/domain/decisions/trade-account.ts'
import { isOpen, pausesOf } from '#src/domain/portal/requests.ts'
import { Refusal } from '#src/domain/refusal.ts'
import { formerOwners, possibleOwners } from '#src/domain/staff/owners.ts'
import { type ListFilter, listCursor, queues } from '#src/forms/admin/dashboard-query.ts'
import { nearlyDone } from '#src/forms/admin/progress.ts'
import { mayDo } from '#src/forms/admin/roles.ts'
import { readText } from '#src/forms/text.ts'
import { inTimeByPauses, isPending, lateBefore, waitingIn } from './waiting.ts'

export type ListQuery = {
  search: string
  filter: ListFilter | null
  /** An account, or 'nobody' for what was submitted and has no owner. */
  owner: number | 'nobody' | null
  /** 'oldest' submit first: only for a queue without a search. */
  order: 'oldest' | null
  limit: number
  cursor: string | null
}

export const listLimits = { page: 50, most: 1000 } as const
const mostCounted = 1000
const recent = days(7)

/**
 * A page, newest first unless asked otherwise, and the number of all up to 1,000. A page of a search may be short and
 * still have a next. Refuses 'invalid' for an unknown cursor.
 */
export function listApplications(store: Store, query: ListQuery) {
  const cursor = query.cursor === null ? null : readCursor(query.cursor)
  const search = readSearch(query.search)
  const page =
    search === 'nothing'
      ? nothing
      : search
        ? bySearch(store, query, search, cursor)
        : byFilter(store, query, cursor)
  const { total, totalIsMinimum } = cursor ?? page
  return {
    applications: listed(store, page.rows),
    total,
    totalIsMinimum,
    nextCursor: page.next && writeCursor({ ...page.next, total, totalIsMinimum }),
  }
}

/** A page for somebody who reads it; that is an event. */
export function readApplications(deps: Deps, reader: Admin | ApiKey, query: ListQuery): Listing {
  const listing = listApplications(deps, query)
  noteListRead(
    deps,
    reader,
    'applications',
    listing.applications.map(({ id }) => id),
  )
  return listing
}

export type Listing = ReturnType<typeof listApplications>

/** The next one of a list after this, which may have left it. */
export function nextInList(
  store: Store,
  query: Pick<ListQuery, 'search' | 'filter' | 'owner' | 'order'>,
  id: string,
): { id: string; businessName: string | null } | null {
  const { seq, submittedAt } = applications
  const here = store.db.orm
    .select({ seq, submittedAt })
    .from(applications)
    .where(eq(applications.id, id))
    .get()
  if (!here) return null
  const place = { seq: here.seq, submittedAt: here.submittedAt ?? 0 }
  const cursor = writeCursor({ ...place, total: 0, totalIsMinimum: true })
  const [next] = listApplications(store, { ...query, limit: 1, cursor }).applications
  return next ? { id: next.id, businessName: next.businessName } : null
}

/** What waits for this administrator, each up to 1,000. */
export function waitingWork(store: Deps, admin: Admin) {
  const countOf = (filter: ListFilter, more?: SQL) =>
    countUpTo(store, mostCounted, and(inFilter(store, filter), more))
  const others = ne(approvalProposals.proposedBy, admin.id)
  /** Of those that do not wait for their customer. */
  const longest =
    store.db.orm
      .select({ id: applications.id, businessName: applications.businessName })
      .from(applications)
      .where(and(isPending, notInArray(applications.seq, waitingForCustomer(store))))
      .orderBy(asc(applications.submittedAt), asc(applications.seq))
      .limit(1)
      .get() ?? null
  if (longest) noteListRead(store, admin, 'applications', [longest.id])
  return {
    submitted: countOf('submitted'),
    late: countOf('late'),
    answered: countOf('answered'),
    proposed: mayDo(admin.role, 'decide')
      ? countOf('proposed', inArray(applications.seq, proposed(store, others)))
      : 0,
    longest,
  }
}

export type WaitingWork = ReturnType<typeof waitingWork>

type Cursor = { seq: number; submittedAt: number; total: number; totalIsMinimum: boolean }

type Page = {
  rows: Row[]
  total: number
  totalIsMinimum: boolean
  next: Pick<Cursor, 'seq' | 'submittedAt'> | null
}

const nothing: Page = { rows: [], total: 0, totalIsMinimum: false, next: null }

/** Rows searched where the index alone cannot answer; the next page continues. */
const mostLookedAt = 3000
/** Rows whose text is read, which costs most of a search; fewer where these fill a page. */
export const mostRead = 500

/** Newest first. */
function bySearch(store: Store, query: ListQuery, search: Search, cursor: Cursor | null): Page {
  const { limit } = query
  const fits = and(inFilter(store, query.filter), belongsTo(store, query.owner))
  const isIndexed = search.indexed.length > 0
  const isShort = search.short.length > 0
  const seq = isIndexed ? sql`s.rowid` : sql`${applications.seq}`
  const bound = isShort ? mostRead : fits ? mostLookedAt : cursor ? limit : mostCounted
  const text = isShort
    ? sql`(select w.text from applications_searched w where w.seq = ${seq})`
    : sql`''`
  const from = !isIndexed
    ? sql`applications`
    : fits
      ? sql`applications_search s cross join applications on applications.seq = s.rowid`
      : sql`applications_search s`
  const where = isIndexed ? sql`applications_search match ${matchOf(search)}` : sql`true`
  const look = (most: number) => {
    const rows = store.db.orm.all<{ seq: number; text: string | null }>(
      sql`select ${seq} as seq, case when ${fits ?? sql`true`} then ${text} end as text from ${from}
        where ${where} and ${seq} < cast(${cursor?.seq ?? Number.MAX_SAFE_INTEGER} as integer)
        order by ${seq} desc limit ${most + 1}`,
    )
    const hits = rows
      .slice(0, most)
      .filter(({ text }) => text !== null && hasShort(search, text))
      .map(({ seq }) => seq)
    return { hits, isAll: rows.length <= most, last: rows[most - 1]?.seq }
  }
  const few = isShort && look(Math.min(2 * limit, bound))
  const { hits, isAll, last } = few && (few.isAll || few.hits.length > limit) ? few : look(bound)
  const seqs = hits.slice(0, limit)
  const next = hits.length > limit ? seqs.at(-1) : isAll ? undefined : last
  return {
    rows: rowsWhere(store, inArray(applications.seq, seqs)).orderBy(desc(applications.seq)).all(),
    total: Math.min(hits.length, mostCounted),
    totalIsMinimum: !isAll || hits.length > mostCounted,
    next: next === undefined ? null : { seq: next, submittedAt: 0 },
  }
}

/** `indexed` is found by the trigram index, `short` by a look at the row's text. */
type Search = { indexed: string[]; short: string[] }

/** No searched field is longer than an email address. */
const longestSearch = 254

/** `null` without a text; with nothing but marks, or too much, there is nothing to find. */
function readSearch(typed: string): Search | 'nothing' | null {
  const text = readText(typed, longestSearch)
  if (text === '') return null
  const words = text?.replace(number, telephone).split(/\s+/).map(bare).filter(Boolean) ?? []
  if (words.length === 0) return 'nothing'
  const pieces = [...new Set(words)]
  // the index knows every three characters in a row
  return {
    indexed: pieces.filter((piece) => [...piece].length >= 3),
    short: pieces.filter((piece) => [...piece].length < 3),
  }
}

const matchOf = ({ indexed }: Search) =>
  indexed.map((piece) => `"${piece.replaceAll('"', '""')}"`).join(' ')

/** `text` is that of the view `applications_searched`. */
const hasShort = ({ short }: Search, text: string) => {
  const folded = fold(text)
  return short.every((piece) => folded.includes(fold(piece)))
}

/** The same marks as in the view `applications_searched`. */
const bare = (word: string) => word.replace(/[ \u00a0\-‐‑–.,()/+&]/g, '').replaceAll('’', "'")

/** The index takes all three for one letter. */
const fold = (text: string) => text.toLowerCase().replaceAll('ς', 'σ')

/** Digits with the blanks and marks of a telephone number between them, between other words. */
const number = /(?<!\S)[+(]*\d[\d\s()./+-]*(?!\S)/g

/** Without country and leading zero, which a number is stored with or without; other numbers stay. */
function telephone(typed: string): string {
  const digits = typed.replace(/^.*\(0\)/, '').replace(/\D/g, '')
  if (!/^[(]*(\+|0|44)/.test(typed) || digits.length < fewestDigits) return typed
  return ` ${digits.replace(/^(0{0,2}44|0{1,2})/, '')} `
}

const fewestDigits = 6

function byFilter(store: Store, query: ListQuery, cursor: Cursor | null): Page {
  const { filter, owner, limit } = query
  const { seq, submittedAt } = applications
  const isOldest = query.order === 'oldest' && queues.some((queue) => queue === filter)
  const filtered = and(inFilter(store, filter), belongsTo(store, owner))
  const [order, after] = isOldest
    ? [
        [asc(submittedAt), asc(seq)],
        cursor && sql`${place} > (${cursor.submittedAt}, ${cursor.seq})`,
      ]
    : filter === 'recent'
      ? [
          [desc(submittedAt), desc(seq)],
          cursor && sql`${place} < (${cursor.submittedAt}, ${cursor.seq})`,
        ]
      : [[desc(seq)], cursor && lt(seq, cursor.seq)]
  const rows = rowsWhere(store, and(filtered, after ?? undefined))
    .orderBy(...order)
    .limit(limit + 1)
    .all()
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  const total = cursor ? 0 : countUpTo(store, mostCounted + 1, filtered)
  return {
    rows: page,
    total: Math.min(total, mostCounted),
    totalIsMinimum: total > mostCounted,
    next:
      rows.length > limit && last ? { seq: last.seq, submittedAt: last.submittedAt ?? 0 } : null,
  }
}

const place = sql`(${applications.submittedAt}, ${applications.seq})`

function inFilter(store: Store, filter: ListFilter | null): SQL | undefined {
  if (filter === null) return undefined
  const special: Record<Exclude<ListFilter, Status>, () => SQL | undefined> = {
    recent: () => gte(applications.submittedAt, store.now() - recent),
    waiting: () => inArray(applications.seq, waitingForCustomer(store)),
    answered: () => and(isPending, sql`${lastAnswer} is not null`),
    late: () =>
      and(
        isPending,
        lt(applications.submittedAt, lateBefore(store)),
        notInArray(applications.seq, inTimeByPauses(store)),
      ),
    proposed: () => inArray(applications.seq, proposed(store)),
    'review-due': () => isDueForReview(store),
    closed: () => inArray(applications.seq, closed(store)),
    'in-progress': () => and(hasNoBadge, gte(applications.completionPercentage, nearlyDone)),
    'not-finished': () => and(hasNoBadge, lt(applications.completionPercentage, nearlyDone)),
  }
  if (filter === 'submitted') return isPending
  return filter in special
    ? special[filter as keyof typeof special]()
    : eq(applications.status, filter)
}

/** What the table shows by how far it is. */
const hasNoBadge = inArray(applications.status, ['draft', 'incomplete'])

const waitingForCustomer = ({ db }: Store) =>
  db.orm.select({ seq: informationRequests.application }).from(informationRequests).where(isOpen)

const lastAnswer = sql`(select answered_at from information_requests
  where application = ${applications.seq} order by id desc limit 1)`

const proposed = ({ db }: Store, more?: SQL) =>
  db.orm
    .select({ seq: approvalProposals.application })
    .from(approvalProposals)
    .innerJoin(applications, eq(applications.seq, approvalProposals.application))
    .where(and(eq(approvalProposals.applicationVersion, applications.version), more))

const closed = ({ db }: Store) =>
  db.orm
    .select({ seq: applications.seq })
    .from(applications)
    .where(isNotNull(applications.closedOn))

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
  const seqs = rows.map(({ seq }) => seq)
  const pauses = pausesOf(
    store,
    rows.filter(({ status }) => status === 'submitted').map(({ seq }) => seq),
  )
  const proposers = proposersOf(store, seqs)
  const waiting = waitingIn(store)
  const names = new Map(possibleOwners(store).map(({ id, username }) => [id, username]))
  return rows.map(({ seq, owner, ...row }) => ({
    ...row,
    owner: (owner !== null && names.get(owner)) || null,
    createdAt: instant(row.createdAt),
    updatedAt: instant(row.updatedAt),
    submittedAt: instant(row.submittedAt),
    waiting:
      row.status === 'submitted' && row.submittedAt !== null
        ? waiting(row.submittedAt, pauses.get(seq) ?? [])
        : null,
    proposedBy: proposers.get(seq) ?? null,
  }))
}

function proposersOf({ db }: Store, seqs: number[]): Map<number, string> {
  if (seqs.length === 0) return new Map()
  const rows = db.orm
    .select({ seq: approvalProposals.application, username: admins.username })
    .from(approvalProposals)
    .innerJoin(applications, eq(applications.seq, approvalProposals.application))
    .innerJoin(admins, eq(admins.id, approvalProposals.proposedBy))
    .where(
      and(
        inArray(approvalProposals.application, seqs),
        eq(approvalProposals.applicationVersion, applications.version),
      ),
    )
    .all()
  return new Map(rows.map(({ seq, username }) => [seq, username]))
}

const writeCursor = ({ seq, submittedAt, total, totalIsMinimum }: Cursor) =>
  [seq, submittedAt, total, Number(totalIsMinimum)].join('.')

function readCursor(cursor: string): Cursor {
  if (!listCursor.test(cursor))
    throw new Refusal('invalid', 'cursor must be the nextCursor of a page')
  const [seq = 0, submittedAt = 0, total = 0, minimum = 0] = cursor.split('.').map(Number)
  return { seq, submittedAt, total, totalIsMinimum: minimum === 1 }
}
