import { eq, sql } from 'drizzle-orm'
import { applications } from '#db/schema/applications.ts'
import { transact } from '#db/transaction.ts'
import type { Deps } from '#src/deps.ts'
import type { Admin } from '#src/domain/actor.ts'
import { authorize } from '#src/domain/applications/access.ts'
import { changesOf } from '#src/domain/applications/application.ts'
import { recordEvent } from '#src/domain/audit/events.ts'
import { Refusal, refusalAt } from '#src/domain/refusal.ts'
import type { CodeCorrection } from '#src/forms/admin/review-forms.ts'
import { refuseChanged } from './changed-since.ts'
import { refuseSharedCode } from './decide.ts'

/**
 * The approval stays; the event brings the customer one email, and a decision document that supersedes the last.
 * `sharedCode` as in an approval. Refuses 'conflict' when it is not approved, 'stale' on an older version than `seen`.
 */
export function correctCode(
  deps: Deps,
  actor: Admin,
  id: string,
  { customerCode, sharedCode }: CodeCorrection,
  seen: number | null,
) {
  transact(deps, (deps) => {
    const before = authorize(deps, actor, 'decide', id)
    refuseChanged(deps, before, seen)
    if (before.status !== 'approved')
      throw new Refusal('conflict', 'Only an approved application has a customer code to correct')
    if (customerCode === before.customerCode)
      throw refusalAt('customerCode', 'invalid', 'This is the code that the customer has')
    if (sharedCode !== customerCode) refuseSharedCode(deps, before, customerCode)
    deps.db.orm
      .update(applications)
      .set({ customerCode, updatedAt: deps.now(), version: sql`${applications.version} + 1` })
      .where(eq(applications.seq, before.seq))
      .run()
    recordEvent(deps, actor, {
      action: 'customer code corrected',
      application: id,
      changes: changesOf(before, { customerCode }),
    })
  })
}
