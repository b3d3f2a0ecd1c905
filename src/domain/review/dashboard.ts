import { and, count, eq, gte, lt, type SQL } from 'drizzle-orm'
import { applications } from '#db/schema/applications.ts'
import type { Change } from '#db/schema/events.ts'
import type { Deps, Store } from '#src/deps.ts'
import type { Admin } from '#src/domain/actor.ts'
import { type MonthTally, readTally } from '#src/domain/applications/tally.ts'
import { noteListRead } from '#src/domain/audit/access-log.ts'
import { actionFact, type StoredAction } from '#src/domain/audit/actions.ts'
import { readAction } from '#src/domain/audit/earlier-words.ts'
import { dateIn, days, hours, startOfDay } from '#src/domain/calendar.ts'
import { sectionOf, sectionTitles } from '#src/forms/registration/sections.ts'
import type { Status } from '#src/forms/statuses.ts'

const shownMonths = 12

/**
 * Returns the figures of the dashboard. Rates are whole percentages of all applications ever started, by the month in
 * which they were started. The other figures count what is stored now.
 */
export function analytics(deps: Store) {
  const months = readTally(deps)
  const { started, submitted } = totalsOf(months)
  const combinations = countByTypes(deps)
  return {
    totalApplications: combinations.reduce((total, { count }) => total + count, 0),
    completionRate: rateOf(months),
    startedApplications: started,
    submittedApplications: submitted,
    pendingReview: countApplications(deps, eq(applications.status, 'submitted')),
    approvedToday: approvedToday(deps),
    monthlyStats: lastMonths(deps).map((month) => {
      const tally = months.filter((tally) => tally.month === month)
      return { month, completionRate: rateOf(tally), started: totalsOf(tally).started }
    }),
    businessTypeStats: businessTypeStats(combinations),
  }
}

export type Analytics = ReturnType<typeof analytics>

const countApplications = ({ db }: Store, where: SQL | undefined) =>
  db.orm.select({ count: count() }).from(applications).where(where).get()?.count ?? 0

function approvedToday(deps: Store): number {
  const { APP_TIMEZONE } = deps.env
  const from = startOfDay(APP_TIMEZONE, dateIn(APP_TIMEZONE, deps.now()))
  const until = startOfDay(APP_TIMEZONE, dateIn(APP_TIMEZONE, from + hours(36)))
  const today = and(gte(applications.approvedAt, from), lt(applications.approvedAt, until))
  return countApplications(deps, and(eq(applications.status, 'approved'), today))
}

function rateOf(months: MonthTally[]): number {
  const { started, submitted } = totalsOf(months)
  return started === 0 ? 0 : Math.round((100 * submitted) / started)
}

const totalsOf = (months: MonthTally[]) => ({
  started: months.reduce((total, month) => total + month.started, 0),
  submitted: months.reduce((total, month) => total + month.submitted, 0),
})

const countByTypes = ({ db }: Store) =>
  db.orm
    .select({ types: applications.businessTypes, count: count() })
    .from(applications)
    .groupBy(applications.businessTypes)
    .all()

function businessTypeStats(combinations: ReturnType<typeof countByTypes>) {
  const picks = new Map<string, number>()
  for (const { types, count } of combinations)
    for (const name of types ?? []) picks.set(name, (picks.get(name) ?? 0) + count)
  return [...picks]
    .map(([name, count]) => ({ name, count }))
    .sort((a, b) => b.count - a.count || a.name.localeCompare(b.name))
}

/** Returns the last months as `yyyy-MM`, oldest first. */
function lastMonths({ env, now }: Store): string[] {
  const [year = 0, month = 1] = dateIn(env.APP_TIMEZONE, now()).split('-').map(Number)
  return Array.from({ length: shownMonths }, (_, index) =>
    new Date(Date.UTC(year, month - shownMonths + index, 1)).toISOString().slice(0, 7),
  )
}

const span = days(7)
const mostUpdates = 20
/** More events are read than applications are shown, because a busy draft is saved often and shown once. */
const mostEvents = 2000

/** Returns what customers did in the last days, and records an event that it was read. */
export function recentUpdates(deps: Deps, reader: Admin) {
  const { db, now } = deps
  const since = now() - span
  const rows = db.sqlite
    .prepare<
      [object],
      Row
    >(`select e.seq, e.at, e.action, e.section, a.id, a.business_name as businessName, a.status
     from events e indexed by events_by_customers cross join applications a on a.id = e.application
     where e.actor_kind in ('applicant', 'signer', 'client') and e.section is not 'access' and e.seq > 0
     order by e.seq desc limit @most`)
    .iterate({ most: mostEvents })
  const latest = new Map<string, Row>()
  for (const row of rows) {
    if (row.at < since) break
    if (!latest.has(row.id)) latest.set(row.id, row)
    if (latest.size === mostUpdates) break
  }
  const changesOf = db.sqlite.prepare<[number], { changes: string }>(
    'select changes from event_changes where event = ?',
  )
  noteListRead(deps, reader, 'applications', [...latest.keys()])
  return [...latest.values()].map((row) => updateOf(row, readChanges(changesOf.get(row.seq))))
}

type Row = {
  seq: number
  at: number
  action: StoredAction
  section: string | null
  id: string
  businessName: string | null
  status: Status
}

function updateOf({ at, section, id, businessName, status, ...row }: Row, fields: string[]) {
  const { action } = readAction(row.action, null)
  const [field] = fields
  const where = section ?? (field === undefined ? null : titleOf(field))
  const count = fields.length === 1 ? '1 field' : `${fields.length} fields`
  return {
    id,
    businessName,
    status,
    updatedAt: new Date(at).toISOString(),
    section: action === 'application submitted' ? null : where,
    summary: actionFact(action, 'summary')?.(count, where ?? 'the application') ?? action,
  }
}

const titleOf = (field: string) => sectionTitles[sectionOf(field) - 1] ?? null

const readChanges = (row: { changes: string } | undefined): string[] =>
  row ? (JSON.parse(row.changes) as Change[]).map(({ field }) => field) : []
