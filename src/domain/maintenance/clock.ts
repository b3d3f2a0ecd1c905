import { eq } from 'drizzle-orm'
import type { Db } from '#db/open.ts'
import { installation } from '#db/schema/installation.ts'
import { transact } from '#db/transaction.ts'
import type { Deps } from '#src/deps.ts'
import { recordEvent } from '#src/domain/audit/events.ts'
import { longInstant } from '#src/domain/calendar.ts'
import { days, hours } from '#src/domain/durations.ts'

/** A clock that has moved further than this since the last check, either way, is doubted. */
const believableStep = days(1)
/** A doubted clock is trusted again after this long without another jump. */
const untilBelieved = hours(24)

/** The clock as the server last saw it, kept in the database. */
type Seen = { believed: number; doubt: { since: number; seen: number } | null }

/** Whether data may be deleted by this clock; if not, the instant it jumped from and when it will be trusted. */
type ClockVerdict = { believable: true } | { believable: false; believed: number; until: number }

/** Stores the time in a new database, before the demo's events of the past could be taken for the newest. */
export function beginClock({ db, now }: Pick<Deps, 'db' | 'now'>) {
  if (!note(db)) remember(db, lastSeen(db, now()))
}

/** Until when deletions are paused, as an ISO instant; `null` while the clock is trusted. */
export function deletionsPausedUntil({ db, now }: Pick<Deps, 'db' | 'now'>): string | null {
  const { doubt } = lastSeen(db, now())
  return doubt && new Date(doubt.since + untilBelieved).toISOString()
}

/** Judges the clock without storing anything. Without an earlier check, the newest event tells what time it was. */
export const judgeClock = (db: Db, now: number): ClockVerdict => judge(lastSeen(db, now), now)

/**
 * Judges the clock and stores this check. Everything that deletes by age calls this first: a clock that is wrong by weeks
 * would delete data for good.
 */
export function watchClock({ db, now, env, log }: Pick<Deps, 'db' | 'now' | 'env' | 'log'>) {
  const at = now()
  const before = lastSeen(db, at)
  const verdict = judge(before, at)
  if (verdict.believable) remember(db, { believed: at, doubt: null })
  else {
    const since = verdict.until - untilBelieved
    remember(db, { believed: before.believed, doubt: { since, seen: at } })
    log.warn(clockWarning(verdict, at, env.APP_TIMEZONE))
  }
  return verdict
}

/** Trusts the clock as it is now: an operator has checked it. */
export function acceptClock(deps: Pick<Deps, 'db' | 'keys' | 'now'>) {
  transact(deps, (deps) => {
    remember(deps.db, { believed: deps.now(), doubt: null })
    recordEvent(deps, { kind: 'system' }, { action: 'clock accepted' })
  })
}

/** The warning about a doubted clock. */
export function clockWarning(
  { believed, until }: Extract<ClockVerdict, { believable: false }>,
  now: number,
  timezone: string,
): string {
  const [is, was, end] = [now, believed, until].map((at) => longInstant(timezone, at))
  return `The clock says ${is}, but the last time noted here is ${was}. Nothing is deleted by age until ${end}. If the clock is right, "clock accept" ends the wait; if not, set it`
}

function judge({ believed, doubt }: Seen, now: number): ClockVerdict {
  if (isNear(now, believed)) return { believable: true }
  const since = doubt && isNear(now, doubt.seen) ? doubt.since : now
  const until = since + untilBelieved
  return now >= until ? { believable: true } : { believable: false, believed, until }
}

const isNear = (now: number, then: number) => Math.abs(now - then) <= believableStep

const name = 'clock'

const note = ({ orm }: Db) =>
  orm.select().from(installation).where(eq(installation.name, name)).get()

function lastSeen(db: Db, now: number): Seen {
  const row = note(db)
  if (row) return JSON.parse(row.value)
  const newest = db.sqlite
    .prepare<[], number>('select at from events order by seq desc limit 1')
    .pluck()
    .get()
  return { believed: newest ?? now, doubt: null }
}

function remember({ orm }: Db, seen: Seen) {
  const value = JSON.stringify(seen)
  orm
    .insert(installation)
    .values({ name, value })
    .onConflictDoUpdate({ target: installation.name, set: { value } })
    .run()
}
