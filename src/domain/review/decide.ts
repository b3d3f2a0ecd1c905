import { and, eq, sql } from 'drizzle-orm'
import { admins } from '#db/schema/admins.ts'
import { applications } from '#db/schema/applications.ts'
import type { Change } from '#db/schema/events.ts'
import { signatures } from '#db/schema/signatures.ts'
import { transact, type Writing } from '#db/transaction.ts'
import type { Deps } from '#src/deps.ts'
import type { Admin } from '#src/domain/actor.ts'
import { authorize } from '#src/domain/applications/access.ts'
import { refuseStale } from '#src/domain/applications/amend.ts'
import { type Application, directorsOf } from '#src/domain/applications/application.ts'
import { changesOf } from '#src/domain/applications/diff.ts'
import { recordEvent } from '#src/domain/audit/events.ts'
import { dateIn } from '#src/domain/calendar.ts'
import { tellEndpoints } from '#src/domain/integrations/tell-endpoints.ts'
import { Refusal } from '#src/domain/refusal.ts'
import { closeOpenRequest } from '#src/domain/requests/requests.ts'
import { freezeDecision } from '#src/domain/sealing/freeze.ts'
import type { AgreedTerms } from '#src/forms/admin/agreed-terms.ts'
import { allowed, type Decision, transitions } from '#src/forms/admin/transitions.ts'
import { codeUse, codeWarnings } from './customer-codes.ts'
import { tellCustomer } from './decision-emails.ts'
import { replaceAgreed } from './decision-record.ts'
import { removeProposal } from './proposals.ts'

export type Decided = {
  application: Application
  /** What the admin should know, though nothing was refused for it. */
  warnings: string[]
  /** The approval waits for a second person: nothing is decided yet. */
  isProposed?: true
}

/** What the admin's request went by: the status when it arrived, and the version it names, if it does. */
export type Seen = { status?: string; version?: number | null }

/** Rejects a submitted or approved application, with a reason or none; the code stays. Refuses as `decide`. */
export function rejectApplication(
  deps: Deps,
  actor: Admin,
  id: string,
  reason: string | null,
  seen: Seen = {},
): Decided {
  return decide(deps, actor, id, 'rejected', seen, {
    approvedAt: null,
    rejectedAt: deps.now(),
    rejectionReason: reason,
  })
}

type Outcome = Pick<Application, 'approvedAt' | 'rejectedAt' | 'rejectionReason'> &
  Partial<Pick<Application, 'customerCode'>>

/** What an approval brings along: what was agreed, and who proposed it, when two persons were needed. */
type Approving = { agreed: AgreedTerms; proposedBy?: string }

/**
 * Writes a decision with all that goes with it, and ends what waited for it: a request to the customer, a proposal.
 * Refuses 'conflict' in any other status, and 'stale' on an older version.
 */
export function decide(
  deps: Deps,
  actor: Admin,
  id: string,
  decision: Decision,
  seen: Seen,
  outcome: Outcome,
  approving: Approving | null = null,
): Decided {
  return transact(deps, (deps) => {
    const before = authorize(deps, actor, 'decide', id)
    refuseUndecidable(before, decision, seen)
    const agreed = approving?.agreed ?? null
    const columns = {
      ...outcome,
      status: decision,
      financeDecision: decision === 'approved' ? 'Approved' : 'Rejected',
      financeDate: dateIn(deps.env.APP_TIMEZONE, deps.now()),
      financeBy: actor.username,
    }
    const decided = deps.db.orm
      .update(applications)
      .set({ ...columns, updatedAt: deps.now(), version: sql`${applications.version} + 1` })
      .where(eq(applications.seq, before.seq))
      .returning()
      .get()
    closeOpenRequest(deps, before)
    removeProposal(deps, before)
    const signature = signForFinance(deps, actor, decided)
    const terms = [...replaceAgreed(deps, decided, agreed), ...proposerChange(approving)]
    const event = recordDecision(deps, actor, before, decided, terms)
    const directors = directorsOf(deps, decided)
    const frozen = { application: decided, directors, event, agreed }
    const document = freezeDecision(deps, signature, frozen)
    tellEndpoints(deps, `application.${decision}`, decided)
    const warnings = [
      ...(outcome.customerCode ? codeWarnings(codeUse(deps, decided, outcome.customerCode)) : []),
      ...tellCustomer(deps, decided, decision, document),
    ]
    return { application: decided, warnings }
  })
}

const proposerChange = (approving: Approving | null): Change[] =>
  approving?.proposedBy ? [{ field: 'proposedBy', before: null, after: approving.proposedBy }] : []

/** Refuses a decision that the application's status or version does not allow. */
export function refuseUndecidable(application: Application, decision: Decision, seen: Seen) {
  const from: readonly string[] = transitions[decision]
  const { status } = application
  // the state first: that somebody has decided already says more than that something has changed
  if (!from.includes(status) || status !== (seen.status ?? status))
    throw notOpen(application, decision)
  refuseStale(application, seen.version ?? null)
}

/** Says the actual state, and whether it is the decision or only the moment that is wrong. */
function notOpen({ status }: Application, decision: Decision) {
  if (status === decision) return new Refusal('conflict', `This application is already ${status}`)
  const words = allowed(status).includes(decision)
    ? `is ${status} by now. Please look at it again`
    : `is ${status} and cannot be ${decision}`
  return new Refusal('conflict', `This application ${words}`)
}

/** The decider's signature becomes the supplier's; one of an earlier decider does not stay beside this decision. */
function signForFinance({ db }: Deps, { id }: Admin, { seq }: Application): Buffer | null {
  db.orm
    .delete(signatures)
    .where(and(eq(signatures.application, seq), eq(signatures.kind, 'finance')))
    .run()
  const profile = db.orm
    .select({ png: admins.signaturePng })
    .from(admins)
    .where(eq(admins.id, id))
    .get()
  if (!profile?.png) return null
  db.orm
    .insert(signatures)
    .values({ application: seq, kind: 'finance', png: profile.png, hasInk: true })
    .run()
  return profile.png
}

function recordDecision(
  deps: Writing<Deps>,
  actor: Admin,
  before: Application,
  after: Application,
  terms: Change[],
) {
  const { status, customerCode, rejectionReason } = after
  return recordEvent(deps, actor, {
    action: `application ${status}`,
    application: after.id,
    changes: [...changesOf(before, { status, customerCode, rejectionReason }), ...terms],
  })
}
