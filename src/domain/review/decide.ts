import { and, eq, inArray, sql } from 'drizzle-orm'
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
import type { Approval } from '#src/forms/admin/admin-forms.ts'
import type { AgreedTerms } from '#src/forms/admin/agreed-terms.ts'
import { allowed, type Decision, transitions } from '#src/forms/admin/transitions.ts'
import { codeUse, codeWarnings } from './customer-codes.ts'
import { tellCustomer } from './decision-emails.ts'
import { refuseOddTerms, replaceAgreed } from './decision-record.ts'

export type Decided = {
  application: Application
  /** What the admin should know, though nothing was refused for it. */
  warnings: string[]
}

/** What the admin's request went by: the status when it arrived, and the version it names, if it does. */
export type Seen = { status?: string; version?: number | null }

/**
 * Approves an application under a customer code and queues the customer's email (rules 111 and 116). Of many at once
 * one wins; the others refuse 'conflict' with the actual state, or 'stale' when they name an older version.
 */
export function approveApplication(
  deps: Deps,
  actor: Admin,
  id: string,
  { customerCode, ...agreed }: Approval,
  seen: Seen = {},
): Decided {
  const columns = { approvedAt: deps.now(), rejectedAt: null, rejectionReason: null }
  return decide(deps, actor, id, 'approved', seen, { ...columns, customerCode }, agreed)
}

/** Rejects a submitted or approved application, with a reason or none; the code stays. Refuses as `approveApplication`. */
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

function decide(
  deps: Deps,
  actor: Admin,
  id: string,
  decision: Decision,
  seen: Seen,
  outcome: Outcome,
  agreed: AgreedTerms | null = null,
): Decided {
  return transact(deps, (deps) => {
    const before = authorize(deps, actor, 'decide', id)
    const from = transitions[decision].filter((status) => status === (seen.status ?? before.status))
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
      .where(and(eq(applications.seq, before.seq), inArray(applications.status, from)))
      .returning()
      .get()
    // the state first: that somebody has decided already says more than that something has changed
    if (!decided) throw notOpen(before, decision)
    refuseStale(before, seen.version ?? null)
    if (agreed) refuseOddTerms(deps, before, agreed)
    closeOpenRequest(deps, before)
    const signature = signForFinance(deps, actor, decided)
    const terms = replaceAgreed(deps, decided, agreed)
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
