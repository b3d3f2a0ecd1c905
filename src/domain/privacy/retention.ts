import { applications } from '#db/schema/applications.ts'
import type { Deps } from '#src/deps.ts'
import { removeStale } from '#src/domain/applications/idle.ts'
import { days } from '#src/domain/durations.ts'
import { eraseApplication } from './erase.ts'

/** Without the setting they stay. Returns how many were removed. */
export async function removeRetired(deps: Deps): Promise<number> {
  const lasts = deps.env.RETENTION_REJECTED_DAYS
  if (lasts === undefined) return 0
  return removeStale(
    deps,
    { status: 'rejected', since: applications.rejectedAt, lasts: days(lasts) },
    (deps, application) =>
      eraseApplication(deps, application, 'application removed after its time'),
  )
}
