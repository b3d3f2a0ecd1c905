import { and, eq, inArray, isNull, ne } from 'drizzle-orm'
import { admins } from '#db/schema/admins.ts'
import { applications } from '#db/schema/applications.ts'
import { approvalProposals } from '#db/schema/review.ts'
import type { Deps } from '#src/deps.ts'

/** Which of some applications, by their numbers, have a proposed approval that can be confirmed (rule 143). */
export function proposedAmong({ db }: Pick<Deps, 'db'>, seqs: number[]): Set<number> {
  if (seqs.length === 0) return new Set()
  const rows = db.orm
    .select({ seq: approvalProposals.application })
    .from(approvalProposals)
    .innerJoin(applications, eq(applications.seq, approvalProposals.application))
    .innerJoin(admins, eq(admins.id, approvalProposals.proposedBy))
    .where(
      and(
        inArray(approvalProposals.application, seqs),
        eq(approvalProposals.applicationVersion, applications.version),
        isNull(admins.disabledAt),
        ne(admins.role, 'viewer'),
      ),
    )
    .all()
  return new Set(rows.map(({ seq }) => seq))
}
