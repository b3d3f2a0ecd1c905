import { and, eq } from 'drizzle-orm'
import { applications } from '#db/schema/applications.ts'
import { approvalProposals } from '#db/schema/review.ts'
import type { Deps } from '#src/deps.ts'
import type { EmailOf } from '#src/mail/email.ts'

/** Whether a proposal still waits for its second person: an email about any other says nothing true. */
export const isStillProposed = (
  { db }: Pick<Deps, 'db'>,
  { application, proposedAt }: EmailOf<'approval-proposed'>,
): boolean =>
  db.orm
    .select({ id: applications.id })
    .from(approvalProposals)
    .innerJoin(applications, eq(applications.seq, approvalProposals.application))
    .where(
      and(
        eq(applications.id, application),
        eq(applications.version, approvalProposals.applicationVersion),
        eq(approvalProposals.proposedAt, proposedAt),
      ),
    )
    .get() !== undefined
