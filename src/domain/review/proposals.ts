import { createHash } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { admins } from '#db/schema/admins.ts'
import { approvalProposals } from '#db/schema/review.ts'
import { transact, type Writing } from '#db/transaction.ts'
import type { Deps, Store } from '#src/deps.ts'
import type { Admin } from '#src/domain/actor.ts'
import { authorize } from '#src/domain/applications/access.ts'
import type { Application } from '#src/domain/applications/application.ts'
import { recordEvent } from '#src/domain/audit/events.ts'
import { type ProvenProposal, provenFacts } from '#src/domain/audit/proven-facts.ts'
import { changedTerms } from '#src/domain/decisions/decision-record.ts'
import { enqueue } from '#src/domain/jobs/email-jobs.ts'
import { Refusal } from '#src/domain/refusal.ts'
import type { AgreedTerms } from '#src/forms/admin/decisions.ts'
import { proposalTexts } from '#src/forms/admin/proposal-texts.ts'

/** Returns the proposal of an application, or `null`. Its instant is ISO in UTC. */
export function proposalOf({ db }: Store, application: Application) {
  const proposal = db.orm
    .select({ row: approvalProposals, by: admins })
    .from(approvalProposals)
    .innerJoin(admins, eq(admins.id, approvalProposals.proposedBy))
    .where(eq(approvalProposals.application, application.seq))
    .get()
  if (!proposal) return null
  const { row, by } = proposal
  const { proposedAt, customerCode, applicationVersion } = row
  const { creditLimit, paymentTerms, reviewDate, remark, isInDocument } = row
  return {
    proposedBy: by.username,
    customerCode,
    proposedAt: new Date(proposedAt).toISOString(),
    agreed: { creditLimit, paymentTerms, reviewDate, remark, isInDocument },
    /** True when the application has changed since, so that nobody can confirm the proposal. */
    isVoid: applicationVersion !== application.version,
    /** Identifies this proposal, so that nobody confirms another one than they have read. */
    mark: createHash('sha256').update(JSON.stringify(row)).digest('base64url').slice(0, 22),
  }
}

/** Returns the proposal that waits. Refuses 'conflict' when none does, and 'stale' when `mark` names another one. */
export function waitingProposal(deps: Store, application: Application, mark: string) {
  const proposal = proposalOf(deps, application)
  if (!proposal) throw new Refusal('conflict', proposalTexts.gone)
  if (proposal.mark !== mark) throw new Refusal('stale', proposalTexts.changed)
  return proposal
}

type Waiting = ReturnType<typeof waitingProposal>

/**
 * Returns the proposal as its event has it, because a confirmation relies on the event. Refuses 'conflict' when the
 * stored proposal differs from its event, or the proposal is void.
 */
export function provenProposal(
  deps: Store,
  { id }: Application,
  { proposedBy, customerCode, agreed }: Waiting,
): ProvenProposal {
  const { proposal } = provenFacts(deps, id)
  const isSame =
    proposal?.proposedBy === proposedBy &&
    proposal.customerCode === customerCode &&
    changedTerms(proposal.agreed, agreed).length === 0
  if (!isSame) throw new Refusal('conflict', proposalTexts.notProven)
  if (proposal.isVoid) throw new Refusal('conflict', proposalTexts.isVoid)
  return proposal
}

/** Stores a proposal. Refuses 'conflict' while another one waits. */
export function proposeApproval(
  deps: Writing<Deps>,
  actor: Admin,
  application: Application,
  customerCode: string,
  agreed: AgreedTerms,
) {
  const { id, seq, version } = application
  const other = proposalOf(deps, application)
  if (other && !other.isVoid) throw new Refusal('conflict', proposalTexts.waits(other.proposedBy))
  removeProposal(deps, application)
  const proposedAt = deps.now()
  const proposed = { proposedBy: actor.id, proposedAt, applicationVersion: version }
  deps.db.orm
    .insert(approvalProposals)
    .values({ application: seq, ...proposed, customerCode, ...agreed })
    .run()
  const event = recordEvent(deps, actor, {
    action: 'approval proposed',
    application: id,
    changes: [
      { field: 'customerCode', before: application.customerCode, after: customerCode },
      ...changedTerms(null, agreed),
    ],
  })
  const email = {
    kind: 'approval-proposed',
    application: id,
    businessName: application.businessName ?? '',
    proposedBy: actor.username,
    creditLimit: agreed.creditLimit ?? 0,
    proposedAt,
  } as const
  enqueue(deps, email, `approval-proposed|${event.seq}`)
}

/**
 * Removes a proposal: the proposer withdraws it, and another person declines it with a reason. Refuses 'invalid' when
 * that reason is missing, 'conflict' without a proposal, and 'stale' when `mark` names another one.
 */
export function declineProposal(
  deps: Deps,
  actor: Admin,
  id: string,
  { proposal: mark, declineReason }: { proposal: string; declineReason: string | null },
) {
  transact(deps, (tx) => {
    const application = authorize(tx, actor, 'decide', id)
    const { proposedBy } = waitingProposal(tx, application, mark)
    const isOwn = proposedBy === actor.username
    if (!isOwn && !declineReason) throw needsReason()
    removeProposal(tx, application)
    const event = recordEvent(tx, actor, {
      action: isOwn ? 'approval proposal withdrawn' : 'approval proposal declined',
      application: id,
      changes: declineReason
        ? [{ field: 'declineReason', before: null, after: declineReason }]
        : [],
    })
    if (isOwn || !declineReason) return
    const businessName = application.businessName ?? ''
    const details = { proposedBy, declinedBy: actor.username, reason: declineReason }
    enqueue(
      tx,
      { kind: 'proposal-declined', application: id, businessName, ...details },
      `proposal-declined|${event.seq}`,
    )
  })
}

const needsReason = () =>
  new Refusal('invalid', proposalTexts.noReason, {
    errors: { declineReason: proposalTexts.noReason },
  })

export function removeProposal({ db }: Writing<Store>, { seq }: Pick<Application, 'seq'>) {
  db.orm.delete(approvalProposals).where(eq(approvalProposals.application, seq)).run()
}
