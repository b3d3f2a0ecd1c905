import type { Deps } from '#src/deps.ts'
import { keptDrills } from './kept-drills.ts'
import { isDue, isOverdue, nextDrill, runsByItself } from './status.ts'

/** What is known of the drills, for a page; instants as ISO texts. `null` without a second place. */
export function drillRecord(deps: Pick<Deps, 'db' | 'env' | 'now' | 'drill'>) {
  const drills = keptDrills(deps.db, deps.env)
  if (!drills) return null
  const { held, failed } = drills
  const { since } = deps.drill
  const next = nextDrill(deps)
  return {
    runsByItself: runsByItself(deps.env),
    isDue: isDue(deps),
    isOverdue: isOverdue(deps),
    since: since === null ? null : iso(since),
    next: next === null ? null : iso(next),
    failed: failed && { ...failed, at: iso(failed.at) },
    held: held && {
      ...held,
      at: iso(held.at),
      madeAt: iso(held.madeAt),
      took: Object.values(held.took).reduce((sum, ms) => sum + ms, 0),
    },
  }
}

const iso = (at: number) => new Date(at).toISOString()
