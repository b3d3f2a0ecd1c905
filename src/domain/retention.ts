import { and, eq, lt } from 'drizzle-orm'
import { applications } from '#db/schema/applications.ts'
import type { Deps } from '#src/deps.ts'
import { days } from './durations.ts'
import { eraseApplication } from './erasure.ts'

/**
 * Removes applications that were decided, and have not been touched since, for longer than the settings allow
 * (RETENTION_REJECTED_DAYS, RETENTION_APPROVED_DAYS; without a setting they stay). Tells how many.
 */
export function dropRetired(deps: Deps): number {
  const drop = deps.db.sqlite.transaction(() => {
    const retired = [
      ...untouched(deps, 'rejected', deps.env.RETENTION_REJECTED_DAYS),
      ...untouched(deps, 'approved', deps.env.RETENTION_APPROVED_DAYS),
    ]
    for (const application of retired)
      eraseApplication(deps, application, 'application removed after its time')
    return retired
  })
  const retired = drop.immediate()
  for (const { id } of retired) deps.pdf.forget(id)
  return retired.length
}

function untouched({ db, now }: Deps, status: 'rejected' | 'approved', lasts: number | undefined) {
  if (lasts === undefined) return []
  return db.orm
    .select()
    .from(applications)
    .where(and(eq(applications.status, status), lt(applications.updatedAt, now() - days(lasts))))
    .all()
}
