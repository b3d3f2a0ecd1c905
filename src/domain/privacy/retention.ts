import type { Deps } from '#src/deps.ts'
import { removeStale } from '#src/domain/applications/stale.ts'
import { days } from '#src/domain/durations.ts'
import { eraseApplication } from './erase.ts'

/**
 * Removes decided applications that were not touched for RETENTION_REJECTED_DAYS or RETENTION_APPROVED_DAYS; without a
 * setting they stay. Returns how many.
 */
export async function removeRetired(deps: Deps): Promise<number> {
  const { RETENTION_REJECTED_DAYS, RETENTION_APPROVED_DAYS } = deps.env
  const rejected = await removeDecided(deps, 'rejected', RETENTION_REJECTED_DAYS)
  return rejected + (await removeDecided(deps, 'approved', RETENTION_APPROVED_DAYS))
}

async function removeDecided(
  deps: Deps,
  status: 'rejected' | 'approved',
  lasts: number | undefined,
) {
  if (lasts === undefined) return 0
  return removeStale(deps, status, days(lasts), (deps, application) => {
    eraseApplication(deps, application, 'application removed after its time')
    deps.pdf.forget(application.id)
  })
}
