import { transact } from '#db/transaction.ts'
import type { Deps } from '#src/deps.ts'
import type { Admin } from '#src/domain/actor.ts'
import { authorize } from '#src/domain/applications/access.ts'
import type { Application } from '#src/domain/applications/application.ts'
import { companyOf } from '#src/domain/company/company.ts'
import { Refusal } from '#src/domain/refusal.ts'
import type { Approval } from '#src/forms/admin/admin-forms.ts'
import { type AgreedTerms, agreedTexts, proposalTexts } from '#src/forms/admin/agreed-terms.ts'
import { codeUse, codeWarnings } from './customer-codes.ts'
import { type Decided, decide, refuseUndecidable, type Seen } from './decide.ts'
import { isPast, refusedAt, refuseOddTerms } from './decision-record.ts'
import { proposeApproval, waitingProposal } from './proposals.ts'

/**
 * Approves an application under a customer code and queues the customer's email (rules 111 and 116); above the limit
 * that needs two persons it is proposed instead (rule 125). Of many at once one wins; refuses the others as `decide`.
 */
export function approveApplication(
  deps: Deps,
  actor: Admin,
  id: string,
  { customerCode, ...agreed }: Approval,
  seen: Seen = {},
): Decided {
  return transact(deps, (deps) => {
    const before = authorize(deps, actor, 'decide', id)
    refuseUndecidable(before, 'approved', seen)
    refuseOddTerms(deps, before, agreed)
    if (!needsSecondPerson(deps, before, agreed))
      return decide(deps, actor, id, 'approved', seen, approved(deps, customerCode), { agreed })
    proposeApproval(deps, actor, before, customerCode, agreed)
    const warnings = codeWarnings(codeUse(deps, before, customerCode))
    return { application: before, warnings, isProposed: true }
  })
}

/**
 * Approves what somebody else proposed; who confirms is the decider. `mark` names the proposal that was read. Refuses
 * 'conflict' without a proposal that counts, 'stale' for another one, and 'not-allowed' to the proposer.
 */
export function confirmApproval(
  deps: Deps,
  actor: Admin,
  id: string,
  mark: string,
  seen: Seen = {},
): Decided {
  return transact(deps, (deps) => {
    const before = authorize(deps, actor, 'decide', id)
    const { proposedById, proposedBy, customerCode, agreed, isVoid } = waitingProposal(
      deps,
      before,
      mark,
    )
    if (proposedById === actor.id) throw new Refusal('not-allowed', proposalTexts.own)
    if (isVoid) throw new Refusal('conflict', proposalTexts.isVoid)
    if (isPast(deps, agreed)) throw new Refusal('conflict', proposalTexts.isPast)
    const outcome = approved(deps, customerCode)
    return decide(deps, actor, id, 'approved', seen, outcome, { agreed, proposedBy })
  })
}

const approved = ({ now }: Pick<Deps, 'now'>, customerCode: string) => ({
  customerCode,
  approvedAt: now(),
  rejectedAt: null,
  rejectionReason: null,
})

/** Refuses 'invalid' a credit account without a limit: nobody could tell whether it needs a second person. */
function needsSecondPerson(
  deps: Pick<Deps, 'db' | 'env'>,
  { accountType }: Application,
  { creditLimit }: AgreedTerms,
): boolean {
  const { secondPersonAbove } = companyOf(deps)
  if (secondPersonAbove === null || accountType !== 'credit') return false
  if (creditLimit === null) throw refusedAt('creditLimit', agreedTexts.noLimit)
  return creditLimit > secondPersonAbove
}
