import type { Deps } from '#src/deps.ts'
import { days, hours, minutes } from '#src/domain/durations.ts'
import { secondPlace } from '#src/domain/maintenance/second-place.ts'
import type { Env } from '#src/env.ts'
import { type KeptDrills, keptDrills } from './kept-drills.ts'

type Store = Pick<Deps, 'db' | 'env' | 'now'>

/** A drill runs this long after the last one that held, and this long after one that failed. */
const between = { held: days(7), failed: days(1) } as const

/** Without a drill that held for this long, people are told. */
const overdueAfter = days(8)

/** `by-hand`: one is due, and only somebody with the private key can run it. */
export type DrillTrouble = 'failed' | 'overdue' | 'by-hand'

/** What is wrong with the drills; `null` while nothing is, or without a target. */
export function drillTrouble({ db, env, now }: Store): DrillTrouble | null {
  const drills = keptDrills(db, env)
  if (!drills) return null
  if (drills.failed) return 'failed'
  if (!runsByItself(env) && isDue({ db, env, now })) return 'by-hand'
  return isOverdue(drills, now()) ? 'overdue' : null
}

/** The trouble for a page, with when a drill last held as an ISO instant. */
export function drillNotice(deps: Store): { trouble: DrillTrouble; last: string | null } | null {
  const trouble = drillTrouble(deps)
  const held = keptDrills(deps.db, deps.env)?.held
  return trouble && { trouble, last: held ? new Date(held.at).toISOString() : null }
}

/** The server needs the private key when copies are encrypted. */
export const runsByItself = (env: Env) =>
  env.BACKUP_RECIPIENT.length === 0 || env.BACKUP_IDENTITY_FILE !== undefined

/** Whether a drill should run now. Without a copy at the target there is nothing to try. */
export function isDue({ db, env, now }: Store): boolean {
  const drills = keptDrills(db, env)
  if (!drills) return false
  const { held, failed } = drills
  if (failed) return isPast(failed.at, between.failed, now())
  if (held) return isPast(held.at, between.held, now())
  return secondPlace(env)?.sent != null
}

export const isOverdue = ({ held, since }: KeptDrills, now: number) =>
  now - (held?.at ?? since) > overdueAfter

/** The hourly look may be late. A time in the future was noted under a wrong clock, and counts as past. */
const isPast = (at: number, time: number, now: number) =>
  at > now + hours(1) || now - at >= time - minutes(5)
