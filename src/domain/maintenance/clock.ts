import type { Db } from '#db/open.ts'
import { readFact, storeFact } from '#db/schema/installation.ts'
import { transact } from '#db/transaction.ts'
import type { Deps, Store } from '#src/deps.ts'
import { type Admin, refuseWithoutRight } from '#src/domain/actor.ts'
import { recordEvent } from '#src/domain/audit/events.ts'
import { days, hours, longInstant } from '#src/domain/calendar.ts'

const believableStep = days(1)
const wait = hours(24)

type LastReading = { at: number; wait: number }

/** `null` while it trusts its clock. Asked before anything is deleted by age. */
export function clockDoubt({ db, now }: Store): { hoursLeft: number } | null {
  const { wait } = readAgain(db, now(), 0)
  return wait > 0 ? { hoursLeft: Math.ceil(wait / hours(1)) } : null
}

export function watchClock(deps: Deps, ran: number) {
  remember(deps.db, readAgain(deps.db, deps.now(), ran))
  const doubt = clockDoubt(deps)
  if (doubt) deps.log.warn(clockWarning(deps, doubt))
}

export function confirmClock(deps: Deps, admin: Admin) {
  refuseWithoutRight(admin, 'settings')
  transact(deps, (deps) => {
    if (!clockDoubt(deps)) return
    remember(deps.db, { at: deps.now(), wait: 0 })
    recordEvent(deps, admin, { action: 'clock confirmed' })
  })
}

/** A restored copy takes the clock of the database that it replaces: its own is as old as the copy. */
export function carryClock(from: Db, to: Db) {
  const reading = lastReading(from)
  if (reading) remember(to, reading)
}

export const clockWarning = ({ env, now }: Store, { hoursLeft }: { hoursLeft: number }) =>
  `The clock has moved by more than a day since it was last read (the server was off, or the clock was set), and says ${longInstant(env.APP_TIMEZONE, now())}. Nothing is deleted by age and no certificate is made until the server has run for ${hoursLeft} more ${hoursLeft === 1 ? 'hour' : 'hours'}, or an administrator confirms the clock on the dashboard. If it is wrong, set it`

function readAgain(db: Db, now: number, ran: number): LastReading {
  const last = lastReading(db) ?? { at: now, wait: 0 }
  const hasJumped = Math.abs(now - last.at) > believableStep
  return { at: now, wait: hasJumped ? wait : Math.max(0, last.wait - ran) }
}

const name = 'clock'

function lastReading(db: Db): LastReading | null {
  // `believed` is what the first version called it
  const stored = readFact<{ at?: number; believed?: number; wait?: number }>(db, name)
  return stored && { at: stored.at ?? stored.believed ?? 0, wait: stored.wait ?? 0 }
}

const remember = (db: Db, reading: LastReading) => storeFact(db, name, reading)
