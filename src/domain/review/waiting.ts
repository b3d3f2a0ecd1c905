import { and, eq, exists, isNotNull, lt, sql } from 'drizzle-orm'
import { applications } from '#db/schema/applications.ts'
import { informationRequests } from '#db/schema/review.ts'
import type { Store } from '#src/deps.ts'
import { dateIn, startOfDay } from '#src/domain/calendar.ts'
import { companyOf } from '#src/domain/company/company.ts'
import { type Pause, pausesOf } from '#src/domain/portal/requests.ts'
import type { Status } from '#src/forms/statuses.ts'

/** `days` are the working days since the submit, without those that waited for the customer. */
export type Waiting = { days: number; isLate: boolean; isPaused: boolean }

export function waitingIn(store: Store) {
  const timezone = store.env.APP_TIMEZONE
  const { workingDays, promisedTo } = companyOf(store)
  const today = dateIn(timezone, store.now())
  const between = (from: number, until: number | null) =>
    workingDaysBetween(
      dateIn(timezone, from),
      until === null ? today : dateIn(timezone, until),
      workingDays,
    )
  return (submittedAt: number, pauses: Pause[]): Waiting => {
    const paused = pauses.reduce(
      (sum, { from, until }) => sum + between(Date.parse(from), until ? Date.parse(until) : null),
      0,
    )
    const days = between(submittedAt, null) - paused
    const isPaused = pauses.some(({ until }) => until === null)
    return { days, isLate: days > promisedTo, isPaused }
  }
}

type Asked = {
  isStanding: boolean
  askedAt: string
  answeredAt: string | null
  closedAt: string | null
}

/** Returns how long a submitted application has waited, or `null` for any other. Instants are ISO in UTC. */
export function waitingOf(
  store: Store,
  record: { status: Status; submittedAt: string | null; requests: Asked[] },
): Waiting | null {
  if (record.status !== 'submitted' || !record.submittedAt) return null
  const pauses = record.requests
    .filter(({ isStanding }) => !isStanding)
    .map(({ askedAt, answeredAt, closedAt }) => ({
      from: askedAt,
      until: answeredAt ?? closedAt,
    }))
  return waitingIn(store)(Date.parse(record.submittedAt), pauses)
}

/**
 * Returns an instant in milliseconds. An application that was submitted before it, and never waited for its customer,
 * is late.
 */
export function lateBefore(store: Store): number {
  const timezone = store.env.APP_TIMEZONE
  const { workingDays, promisedTo } = companyOf(store)
  const today = dateIn(timezone, store.now())
  let first = today
  for (
    let day = today;
    workingDaysBetween(day, today, workingDays) <= promisedTo;
    day = before(day)
  )
    first = day
  return startOfDay(timezone, first)
}

/** The status is a literal, because only then can SQLite use the index of submitted applications. */
export const isPending = sql`${applications.status} = 'submitted'`

/**
 * Returns the applications that were submitted long ago but are still in time, because the days that waited for the
 * customer do not count.
 */
export function inTimeByPauses(store: Store): number[] {
  const openRequests = store.db.orm
    .select({ seq: informationRequests.application })
    .from(informationRequests)
    .where(eq(informationRequests.application, applications.seq))
  const rows = store.db.orm
    .select({ seq: applications.seq, submittedAt: applications.submittedAt })
    .from(applications)
    .where(
      and(
        isPending,
        isNotNull(applications.submittedAt),
        lt(applications.submittedAt, lateBefore(store)),
        exists(openRequests),
      ),
    )
    .all()
  const pauses = pausesOf(
    store,
    rows.map(({ seq }) => seq),
  )
  const waiting = waitingIn(store)
  return rows
    .filter(({ seq, submittedAt }) => !waiting(submittedAt ?? 0, pauses.get(seq) ?? []).isLate)
    .map(({ seq }) => seq)
}

const before = (day: string) =>
  new Date(Date.parse(`${day}T00:00:00Z`) - 86_400_000).toISOString().slice(0, 10)

/**
 * Returns the number of working days after `from` up to and including `to`, both `YYYY-MM-DD`. `workingDays` are ISO
 * weekdays.
 */
export function workingDaysBetween(from: string, to: string, workingDays: number[]): number {
  const day = 86_400_000
  const [start, end] = [Date.parse(`${from}T00:00:00Z`), Date.parse(`${to}T00:00:00Z`)]
  const days = Math.max(0, Math.round((end - start) / day))
  const weeks = Math.floor(days / 7)
  let count = weeks * workingDays.length
  for (let at = start + (weeks * 7 + 1) * day; at <= end; at += day) {
    if (workingDays.includes(new Date(at).getUTCDay() || 7)) count += 1
  }
  return count
}
