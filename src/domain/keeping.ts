import type { Deps } from '#src/deps.ts'
import { dropExpiredCapabilities } from './capabilities.ts'
import { dropIdleDrafts } from './drafts.ts'
import { hours } from './durations.ts'

/** Removes what has run out, at the start and every hour; answers how to stop. */
export function startKeeping(deps: Deps): () => void {
  const keep = () => {
    dropExpiredCapabilities(deps)
    const dropped = dropIdleDrafts(deps)
    if (dropped > 0) deps.log.info({ dropped }, 'idle drafts removed')
  }
  keep()
  const timer = setInterval(keep, hours(1))
  timer.unref()
  return () => clearInterval(timer)
}
