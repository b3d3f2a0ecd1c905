import { eq } from 'drizzle-orm'
import { applications } from '#db/schema/applications.ts'
import { approvalProposals } from '#db/schema/review.ts'
import type { Writing } from '#db/transaction.ts'
import type { Store } from '#src/deps.ts'
import type { Actor } from '#src/domain/actor.ts'
import { recordEvent } from '#src/domain/audit/events.ts'

/** Ends the approvals that an account has proposed, which may decide no more, inside the caller's transaction. */
export function endOwnProposals(deps: Writing<Store>, actor: Actor, admin: number) {
  const theirs = eq(approvalProposals.proposedBy, admin)
  const proposed = deps.db.orm
    .select({ application: applications.id })
    .from(approvalProposals)
    .innerJoin(applications, eq(applications.seq, approvalProposals.application))
    .where(theirs)
    .orderBy(applications.seq)
    .all()
  deps.db.orm.delete(approvalProposals).where(theirs).run()
  for (const { application } of proposed)
    recordEvent(deps, actor, { action: 'approval proposal ended', application })
}
