import type { Deps } from '#src/deps.ts'
import { days, hours, minutes } from '#src/domain/durations.ts'
import { secondPlace } from '#src/domain/maintenance/second-place.ts'
import type { Env } from '#src/env.ts'
import { keptDrills } from './kept-drills.ts'

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
  return isOverdue({ db, env, now }) ? 'overdue' : null
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

/** Whether a drill should run now. A time in the future was noted under a wrong clock, and counts as past. */
export function isDue(deps: Store): boolean {
  const drills = keptDrills(deps.db, deps.env)
  const next = nextDrill(deps)
  const last = drills?.failed?.at ?? drills?.held?.at ?? 0
  const now = deps.now()
  // the hourly look may be late
  return next !== null && (now >= next - minutes(5) || last > now + hours(1))
}

/** When the next drill is due, in UTC milliseconds; `null` while no copy is at the target. */
export function nextDrill({ db, env }: Store): number | null {
  const drills = keptDrills(db, env)
  if (drills?.failed) return drills.failed.at + between.failed
  if (drills?.held) return drills.held.at + between.held
  return secondPlace(env)?.sent?.at ?? null
}

/** Counted from the last drill that held, or from when the target was set. */
export function isOverdue({ db, env, now }: Store): boolean {
  const since = keptDrills(db, env)?.held?.at ?? secondPlace(env)?.since ?? null
  return since !== null && now() - since > overdueAfter
}
