import { eq } from 'drizzle-orm'
import type { Db } from '#db/open.ts'
import { installation } from '#db/schema/installation.ts'
import { transact } from '#db/transaction.ts'
import type { Deps } from '#src/deps.ts'
import { recordEvent } from '#src/domain/audit/events.ts'
import { longInstant } from '#src/domain/calendar.ts'
import { days, hours } from '#src/domain/durations.ts'

/** A clock that has moved further than this since the last look, either way, is doubted. */
const believableStep = days(1)
/** A doubted clock is believed again once it has gone on without another jump for this long. */
const untilBelieved = hours(24)

/** The clock as the server last saw it, kept in the database. */
type Seen = { believed: number; doubt: { since: number; seen: number } | null }

/** Whether the clock may be trusted to delete by; if not, which instant it jumped from and when it will be. */
export type ClockVerdict =
  | { believable: true }
  | { believable: false; believed: number; until: number }

/** Notes the time in a database that has no note yet, before made-up events of the past can be taken for the newest. */
export function beginClock({ db, now }: Pick<Deps, 'db' | 'now'>) {
  if (!note(db)) remember(db, lastSeen(db, now()))
}

/** Until when the server has put off deleting, as an ISO instant; `null` while it believes its clock. */
export function deletingPutOff({ db, now }: Pick<Deps, 'db' | 'now'>): string | null {
  const { doubt } = lastSeen(db, now())
  return doubt && new Date(doubt.since + untilBelieved).toISOString()
}

/** Judges the clock and writes nothing. Without an earlier look, the newest event says what time it was. */
export const judgeClock = (db: Db, now: number): ClockVerdict => judge(lastSeen(db, now), now)

/**
 * Judges the clock and remembers this look. Everything that deletes by age asks this first: a clock that is wrong by
 * weeks would delete what nobody can bring back.
 */
export function watchClock({ db, now, env, log }: Pick<Deps, 'db' | 'now' | 'env' | 'log'>) {
  const at = now()
  const before = lastSeen(db, at)
  const verdict = judge(before, at)
  if (verdict.believable) remember(db, { believed: at, doubt: null })
  else {
    const since = verdict.until - untilBelieved
    remember(db, { believed: before.believed, doubt: { since, seen: at } })
    log.warn(wordsOfDoubt(verdict, at, env.APP_TIMEZONE))
  }
  return verdict
}

/** Believes the clock as it is now: an operator has looked at it. */
export function acceptClock(deps: Pick<Deps, 'db' | 'keys' | 'now'>) {
  transact(deps, (deps) => {
    remember(deps.db, { believed: deps.now(), doubt: null })
    recordEvent(deps, { kind: 'system' }, { action: 'clock accepted' })
  })
}

/** What an operator has to know of a doubted clock. */
export function wordsOfDoubt(
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
