import type { Deps, Store } from '#src/deps.ts'
import { days, hours, longInstant } from '#src/domain/calendar.ts'

/** `running` returns milliseconds; `lastEvent` is the time of the last event before the start, see `lastEventBefore`. */
export type ServerStart = { at: number; running: () => number; lastEvent: number | null }

/**
 * Returns why the clock may be wrong, or null while it is trusted. While it may be wrong, nothing is deleted by age, no
 * backup is forgotten and no certificate is made.
 */
export function clockDoubt(deps: Clock): string | null {
  const reason = eventInTheFuture(deps) ?? longSilence(deps) ?? movedClock(deps)
  if (!reason) return null
  return `The clock says ${timeOf(deps, deps.now())}, and may be wrong: ${reason}. Until then nothing is deleted by age and no certificate is made`
}

/** Returns what `clockDoubt` needs to know of a server that starts now. */
export function startOf({ now }: Pick<Store, 'now'>, lastEvent: number | null): ServerStart {
  const began = performance.now()
  return { at: now(), running: () => performance.now() - began, lastEvent }
}

type Clock = Pick<Deps, 'db' | 'env' | 'now' | 'start'>

export function eventInTheFuture(deps: Omit<Clock, 'start'>): string | null {
  const newest = deps.db.sqlite.prepare<[], number>(
    'select at from events order by seq desc limit 1',
  )
  const last = newest.pluck().get() as number | undefined
  if (last === undefined || last <= deps.now()) return null
  return `the last event is of ${timeOf(deps, last)}. Set the clock if it is behind; otherwise the next event ends this`
}

const longestSilence = days(7)
const wait = hours(24)

function longSilence(deps: Clock): string | null {
  const { at, running, lastEvent } = deps.start
  if (lastEvent === null || at - lastEvent <= longestSilence) return null
  const left = Math.ceil((wait - running()) / hours(1))
  if (left <= 0) return null
  return `the last event before the start is of ${timeOf(deps, lastEvent)}, more than a week earlier. Set the clock if it is ahead; otherwise the server goes on after ${left} more ${left === 1 ? 'hour' : 'hours'} of running`
}

const largestDifference = hours(1)

function movedClock(deps: Clock): string | null {
  const { at, running } = deps.start
  const moved = deps.now() - at - running()
  if (Math.abs(moved) <= largestDifference) return null
  const way = moved > 0 ? 'forward' : 'back'
  return `since the start of the server it has moved ${way} by more than an hour. Set the clock if it is wrong; otherwise start the server again`
}

const timeOf = ({ env }: Pick<Store, 'env'>, at: number) => longInstant(env.APP_TIMEZONE, at)
