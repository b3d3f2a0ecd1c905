import {
  and,
  asc,
  count,
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
import { isSearchComplete, searchWords } from '#src/domain/applications/search-text.ts'
import { noteListRead } from '#src/domain/audit/access-log.ts'
import { days, instant } from '#src/domain/calendar.ts'
import { isDueForReview } from '#src/domain/decisions/trade-account.ts'
import { isByStaff, isOpen, pausesOf } from '#src/domain/portal/requests.ts'
import { Refusal } from '#src/domain/refusal.ts'
import { formerOwners, possibleOwners } from '#src/domain/staff/owners.ts'
import { type ListFilter, listCursor, oldestFirst } from '#src/forms/admin/dashboard-query.ts'
import { nearlyDone } from '#src/forms/admin/progress.ts'
import { mayDo } from '#src/forms/admin/roles.ts'
import { searchTexts } from '#src/forms/admin/search-texts.ts'
import { type Status, statuses } from '#src/forms/statuses.ts'
import { inTimeByPauses, isPending, lateBefore, waitingIn } from './waiting.ts'

export type ListQuery = {
  search: string
  filter: ListFilter | null
  /** A staff account, or 'nobody' for submitted applications without an owner. */
  owner: number | 'nobody' | null
  /** 'oldest' lists the earliest submit first. Only queues use it. */
  order: 'oldest' | null
  limit: number
  cursor: string | null
}

export const listLimits = { page: 50, most: 1000 } as const
const recent = days(7)

/**
 * Returns a page of the list, newest first unless the query asks for another order, and the number of all matches.
 * `totalIsMinimum` says that a search cannot find every application yet. Refuses 'invalid' for an unknown cursor.
 */
export function listApplications(store: Store, query: ListQuery) {
  const cursor = query.cursor === null ? null : readCursor(query.cursor)
  const { limit } = query
  const matches = matchesOf(store, query)
  const found = findMatches(store, matches, { after: cursor, limit: limit + 1 })
  const page = found.slice(0, limit)
  const last = found.length > limit && page.at(-1)
  const total = found[0]?.total ?? cursor?.total ?? 0
  const totalIsMinimum = matches.isSearch && !isSearchComplete(store)
  return {
    applications: listRows(
      store,
      page.map(({ seq }) => seq),
    ),
    total,
    totalIsMinimum,
    nextCursor: last ? writeCursor({ ...last, totalIsMinimum }) : null,
  }
}

/** Returns a page of the list, and records an event that it was read. */
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

/** Returns the application that follows this one in the list, even if this one no longer matches the list. */
export function nextInList(
  store: Store,
  query: Pick<ListQuery, 'search' | 'filter' | 'owner' | 'order'>,
  id: string,
): { id: string; businessName: string | null } | null {
  const { seq, submittedAt, businessName } = applications
  const here = store.db.orm
    .select({ seq, submittedAt })
    .from(applications)
    .where(eq(applications.id, id))
    .get()
  if (!here) return null
  const place = { seq: here.seq, submittedAt: here.submittedAt ?? 0 }
  const [next] = findMatches(store, matchesOf(store, query), { after: place, limit: 1 })
  if (!next) return null
  return (
    store.db.orm
      .select({ id: applications.id, businessName })
      .from(applications)
      .where(eq(seq, next.seq))
      .get() ?? null
  )
}

/** Counts the work that waits for this member of staff. */
export function waitingWork(store: Deps, admin: Admin) {
  const countOf = (filter: ListFilter, more?: SQL) =>
    countRows(store, and(inFilter(store, filter), more))
  const others = ne(approvalProposals.proposedBy, admin.id)
  /** The application that has waited longest, among those that do not wait for their customer. */
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

type Place = { seq: number; submittedAt: number }

type Cursor = Place & { total: number; totalIsMinimum: boolean }

/** The condition and the order of a query. */
type Matches = { where: SQL | undefined; order: ListOrder; isSearch: boolean }

type ListOrder = 'newest' | 'latest submit' | 'oldest submit'

function matchesOf(
  store: Store,
  query: Pick<ListQuery, 'search' | 'filter' | 'owner' | 'order'>,
): Matches {
  const { filter, owner } = query
  const words = searchWords(query.search)
  const isFound = words?.map((word) => sql`instr(${applications.searchText}, ${word})`) ?? []
  const hasNothingToFind = words?.length === 0
  return {
    where: hasNothingToFind
      ? sql`false`
      : and(...isFound, inFilter(store, filter), belongsTo(store, owner)),
    order: orderOf(query),
    isSearch: words !== null,
  }
}

function orderOf({ filter, order }: Pick<ListQuery, 'filter' | 'order'>): ListOrder {
  if (order === 'oldest' && oldestFirst.some((waiting) => waiting === filter))
    return 'oldest submit'
  return filter === 'recent' ? 'latest submit' : 'newest'
}

/**
 * Returns the applications after a place in the list, with the number of all matches. The application at that place may
 * have left the list. A search reads its index once for both. Without a search, the number is read from an index, and
 * only the page from the table.
 */
function findMatches(
  { db }: Store,
  { where, order, isSearch }: Matches,
  { after, limit }: { after: Place | null; limit: number | null },
): (Place & { total: number })[] {
  const { orderBy, isAfter } = orders[order]
  // this index has every column that a search and the filters use
  const index = sql.raw(isSearch ? 'indexed by applications_search' : '')
  // SQLite would prepare the statement again for a bound number
  const most = sql.raw(limit === null ? '' : `limit ${limit}`)
  return db.orm.all(sql`
    with list as ${sql.raw(isSearch ? 'materialized' : 'not materialized')}
      (select seq, submitted_at from applications ${index} ${where ? sql`where ${where}` : sql``})
    select seq, coalesce(submitted_at, 0) as submittedAt, (select count(*) from list) as total
    from list ${after ? sql`where ${isAfter(after)}` : sql``} order by ${orderBy} ${most}`)
}

const orders: Record<ListOrder, { orderBy: SQL; isAfter: (after: Place) => SQL }> = {
  newest: {
    orderBy: sql`seq desc`,
    isAfter: ({ seq }) => sql`seq < ${seq}`,
  },
  'latest submit': {
    orderBy: sql`submitted_at desc, seq desc`,
    isAfter: ({ submittedAt, seq }) => sql`(submitted_at, seq) < (${submittedAt}, ${seq})`,
  },
  'oldest submit': {
    orderBy: sql`submitted_at, seq`,
    isAfter: ({ submittedAt, seq }) => sql`(submitted_at, seq) > (${submittedAt}, ${seq})`,
  },
}

/**
 * Returns the running numbers of the whole list in its order. Refuses 'unavailable' for a search that cannot find
 * everything yet.
 */
export function wholeList(
  store: Store,
  query: Pick<ListQuery, 'search' | 'filter' | 'owner' | 'order'>,
): number[] {
  const matches = matchesOf(store, query)
  if (matches.isSearch && !isSearchComplete(store))
    throw new Refusal('unavailable', searchTexts.incomplete, { retryAfter: 60 })
  return findMatches(store, matches, { after: null, limit: null }).map(({ seq }) => seq)
}

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
  const stored = statuses.find((status) => status === filter)
  return stored ? eq(applications.status, stored) : special[filter as Exclude<ListFilter, Status>]()
}

/** The table shows these statuses by how far the form is filled in, without a badge. */
const hasNoBadge = inArray(applications.status, ['draft', 'incomplete'])

const waitingForCustomer = ({ db }: Store) =>
  db.orm
    .select({ seq: informationRequests.application })
    .from(informationRequests)
    .where(and(isOpen, isByStaff))

/**
 * The request that was answered or asked last counts, because a standing question may be answered after a later
 * question.
 */
const lastAnswer = sql`(select answered_at from information_requests
  where application = ${applications.seq} order by coalesce(answered_at, asked_at) desc, id desc limit 1)`

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

const countRows = ({ db }: Store, where: SQL | undefined): number =>
  db.orm.select({ count: count() }).from(applications).where(where).get()?.count ?? 0

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

export type ListedApplication = ReturnType<typeof listRows>[number]

/** Returns the rows in the order of the numbers, without applications that have been removed. */
export function listRows(store: Store, seqs: number[]) {
  if (seqs.length === 0) return []
  const places = new Map(seqs.map((seq, at) => [seq, at]))
  const rows = store.db.orm
    .select(columns)
    .from(applications)
    .where(inArray(applications.seq, seqs))
    .all()
    .toSorted((a, b) => (places.get(a.seq) ?? 0) - (places.get(b.seq) ?? 0))
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
