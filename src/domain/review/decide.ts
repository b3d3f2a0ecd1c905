import { and, eq, ne, sql } from 'drizzle-orm'
import { admins } from '#db/schema/admins.ts'
import { applications, signatures } from '#db/schema/applications.ts'
import { transact, type Writing } from '#db/transaction.ts'
import type { Deps, Store } from '#src/deps.ts'
import type { Admin } from '#src/domain/actor.ts'
import { authorize } from '#src/domain/applications/access.ts'
import {
  type Application,
  changeApplication,
  changesOf,
} from '#src/domain/applications/application.ts'
import { noteListRead } from '#src/domain/audit/access-log.ts'
import { provenProfile } from '#src/domain/audit/proven-profile.ts'
import { dateIn } from '#src/domain/calendar.ts'
import { ensureRecipient } from '#src/domain/clients/clients.ts'
import { companyOf } from '#src/domain/company/company.ts'
import { lastDecision, refuseChanged, refuseClosed } from '#src/domain/decisions/changed-since.ts'
import { refuseOpenChecks } from '#src/domain/decisions/checks.ts'
import {
  approvedAs,
  isPast,
  refuseOddTerms,
  replaceAgreed,
} from '#src/domain/decisions/decision-record.ts'
import { usualReviewDate } from '#src/domain/decisions/trade-account.ts'
import { freezeAndRecord } from '#src/domain/documents/freeze.ts'
import { sha256Of } from '#src/domain/documents/proof.ts'
import { refuseUnprovenRecord } from '#src/domain/documents/record-proof.ts'
import { enqueue } from '#src/domain/jobs/email-jobs.ts'
import { tellEndpoints } from '#src/domain/jobs/webhook-jobs.ts'
import { closeOpenRequests } from '#src/domain/portal/requests.ts'
import { Refusal, refusalAt } from '#src/domain/refusal.ts'
import {
  type AgreedTerms,
  agreedTexts,
  type Decision,
  isAboveLimit,
  transitions,
} from '#src/forms/admin/decisions.ts'
import { proposalTexts } from '#src/forms/admin/proposal-texts.ts'
import type { Approval, CodeCorrection } from '#src/forms/admin/review-forms.ts'
import { proposeApproval, provenProposal, removeProposal, waitingProposal } from './proposals.ts'

export type Decided = {
  application: Application
  warnings: string[]
  isProposed?: true
}

type Expected = { status?: string; version?: number | null }

/**
 * Approves an application, or proposes the approval above the limit for one person. `sharedCode` repeats a customer
 * code that another company has, to confirm it. Refuses 'conflict' in a wrong status and 'stale' on an older version.
 */
export function approveApplication(
  deps: Deps,
  actor: Admin,
  id: string,
  { customerCode, sharedCode, ...terms }: Approval,
  expected: Expected = {},
): Decided {
  return transact(deps, (tx) => {
    const before = authorize(tx, actor, 'decide', id)
    refuseUndecidable(tx, before, 'approved', expected)
    const reviewDate = terms.reviewDate ?? usualReviewDate(tx, before, terms.creditLimit)
    const agreed = { ...terms, reviewDate }
    refuseOddTerms(tx, before, agreed)
    refuseOpenChecks(tx, before)
    if (sharedCode !== undefined && sharedCode !== customerCode)
      refuseSharedCode(tx, before, customerCode)
    if (!needsSecondPerson(tx, before, agreed))
      return decide(tx, actor, before, approvalUnder(tx, customerCode), agreed)
    proposeApproval(tx, actor, before, customerCode, agreed)
    return {
      application: before,
      warnings: codeWarnings(tx, before, customerCode),
      isProposed: true,
    }
  })
}

/**
 * Confirms a proposal. The person who confirms is the decider. `mark` names the proposal that was read. Refuses
 * 'conflict' without a valid proposal, 'stale' when another one waits, and 'not-allowed' for the proposer.
 */
export function confirmApproval(
  deps: Deps,
  actor: Admin,
  id: string,
  mark: string,
  expected: Expected = {},
): Decided {
  return transact(deps, (tx) => {
    const before = authorize(tx, actor, 'decide', id)
    const waiting = waitingProposal(tx, before, mark)
    if (waiting.proposedBy === actor.username) throw new Refusal('not-allowed', proposalTexts.own)
    if (waiting.isVoid) throw new Refusal('conflict', proposalTexts.isVoid)
    const { proposedBy, customerCode, agreed } = provenProposal(tx, before, waiting)
    if (proposedBy === actor.username) throw new Refusal('not-allowed', proposalTexts.own)
    if (isPast(tx, agreed)) throw new Refusal('conflict', proposalTexts.isPast)
    refuseUndecidable(tx, before, 'approved', expected)
    refuseOpenChecks(tx, before)
    return decide(tx, actor, before, approvalUnder(tx, customerCode), agreed, proposedBy)
  })
}

/** Rejects an application, which keeps its customer code. Refuses what an approval refuses. */
export function rejectApplication(
  deps: Deps,
  actor: Admin,
  id: string,
  reason: string | null,
  expected: Expected = {},
): Decided {
  return transact(deps, (tx) => {
    const before = authorize(tx, actor, 'decide', id)
    refuseUndecidable(tx, before, 'rejected', expected)
    return decide(tx, actor, before, {
      status: 'rejected',
      financeDecision: 'Rejected',
      approvedAt: null,
      rejectedAt: tx.now(),
      rejectionReason: reason,
    })
  })
}

export const decisionWarnings = (
  deps: Store,
  application: Application,
  code = application.status === 'approved' ? application.customerCode : null,
): string[] => [
  ...(code ? codeWarnings(deps, application, code) : []),
  ...(application.mainEmail
    ? []
    : ['The application has no email address, so the customer was not notified']),
]

type Outcome = Pick<Application, 'approvedAt' | 'rejectedAt' | 'rejectionReason'> & {
  status: Decision
  financeDecision: 'Approved' | 'Rejected'
  customerCode?: string
}

const approvalUnder = ({ now }: Store, customerCode: string): Outcome => ({
  status: 'approved',
  financeDecision: 'Approved',
  customerCode,
  approvedAt: now(),
  rejectedAt: null,
  rejectionReason: null,
})

function refuseUndecidable(
  deps: Deps,
  application: Application,
  decision: Decision,
  expected: Expected,
) {
  const from: readonly string[] = transitions[decision]
  const { status } = application
  const isOpen = from.includes(status)
  // the status is checked first, because "already decided" says more than "changed"
  if (!isOpen || status !== (expected.status ?? status)) {
    const words =
      status === decision
        ? `is already ${status}`
        : isOpen
          ? `is ${status} by now`
          : `is ${status} and cannot be ${decision}`
    throw new Refusal(
      'conflict',
      `This application ${words}. ${lastDecision(deps, application)}`.trim(),
    )
  }
  refuseChanged(deps, application, expected.version ?? null, decision)
  refuseClosed(application)
}

/**
 * Corrects the customer code of an approved application, and sends the customer one email and a new decision document.
 * `sharedCode` is the same as in an approval. Refuses 'conflict' unless the application is approved and open, 'invalid'
 * for the present code, and 'stale' on an older version.
 */
export function correctCode(
  deps: Deps,
  actor: Admin,
  id: string,
  { customerCode, sharedCode }: CodeCorrection,
  expected: number | null,
) {
  transact(deps, (tx) => {
    const before = authorize(tx, actor, 'decide', id)
    refuseChanged(tx, before, expected)
    refuseClosed(before)
    if (before.status !== 'approved')
      throw new Refusal('conflict', 'Only an approved application has a customer code to correct')
    if (customerCode === before.customerCode)
      throw refusalAt('customerCode', 'invalid', 'This is the code that the customer has')
    if (sharedCode !== customerCode) refuseSharedCode(tx, before, customerCode)
    refuseUnprovenRecord(tx, before)
    const application = changeApplication(tx, before, { customerCode })
    const document = freezeAndRecord(tx, actor, application, {
      action: 'customer code corrected',
      changes: changesOf(before, { customerCode }),
    })
    tellEndpoints(tx, 'application.updated', application)
    if (!application.mainEmail) return
    const email = {
      kind: 'code-corrected',
      ...ensureRecipient(tx, application),
      customerCode,
    } as const
    enqueue(tx, email, `code-corrected|${application.version}`, { document })
  })
}

/** Returns a warning, or `null` when no other company has the code. */
export function sharedCodeWarning(deps: Deps, actor: Admin, id: string, code: string) {
  const application = authorize(deps, actor, 'decide', id)
  const others = companiesWith(deps, application, code)
  noteListRead(
    deps,
    actor,
    'applications',
    others.map(({ id }) => id),
  )
  return sharedWords(code, others)
}

/**
 * Refuses 'conflict' for a code that another company has. A group of companies may share a code, but nobody should do
 * it unawares.
 */
function refuseSharedCode(deps: Store, application: Application, code: string) {
  const warning = sharedWords(code, companiesWith(deps, application, code))
  if (warning) throw refusalAt('sharedCode', 'conflict', warning)
}

const sharedWords = (code: string, companies: Company[]): string | null =>
  companies.length > 0
    ? `Customer code ${code} is also used by ${companies.map(({ name }) => name).join(', ')}.`
    : null

export const codeWarnings = (deps: Store, application: Application, code: string) =>
  companiesWith(deps, application, code).map(
    ({ name }) => `Customer code ${code} is also used by ${name}`,
  )

type Company = { id: string; name: string }

/**
 * Returns up to three companies with this code, each named as "Name (reference)". The case of the code does not matter.
 */
function companiesWith({ db }: Store, { seq }: Application, code: string): Company[] {
  if (!code) return []
  return db.orm
    .select({ id: applications.id, businessName: applications.businessName })
    .from(applications)
    .where(
      and(sql`lower(${applications.customerCode}) = lower(${code})`, ne(applications.seq, seq)),
    )
    .limit(3)
    .all()
    .map(({ id, businessName }) => ({ id, name: `${businessName ?? 'another company'} (${id})` }))
}

/**
 * Returns whether a second person must confirm the approval. Refuses 'invalid' for a credit account without a limit,
 * because nobody could tell.
 */
function needsSecondPerson(
  deps: Store,
  { accountType }: Application,
  { creditLimit }: AgreedTerms,
): boolean {
  const { secondPersonAbove } = companyOf(deps)
  if (secondPersonAbove === null || accountType !== 'credit') return false
  if (creditLimit === null) throw refusalAt('creditLimit', 'invalid', agreedTexts.noLimit)
  return isAboveLimit(creditLimit, secondPersonAbove)
}

function decide(
  deps: Writing<Deps>,
  actor: Admin,
  before: Application,
  outcome: Outcome,
  agreed: AgreedTerms | null = null,
  proposedBy?: string,
): Decided {
  refuseUnprovenRecord(deps, before)
  const application = changeApplication(deps, before, {
    ...outcome,
    financeDate: dateIn(deps.env.APP_TIMEZONE, deps.now()),
    financeBy: actor.username,
  })
  closeOpenRequests(deps, before)
  removeProposal(deps, before)
  signForFinance(deps, actor, application)
  const { status, customerCode, rejectionReason } = application
  const document = freezeAndRecord(deps, actor, application, {
    action: `application ${outcome.status}`,
    changes: [
      ...changesOf(before, { status, customerCode, rejectionReason }),
      ...replaceAgreed(deps, application, agreed),
      ...(proposedBy ? [{ field: 'proposedBy', before: null, after: proposedBy }] : []),
    ],
  })
  tellEndpoints(deps, `application.${outcome.status}`, application)
  emailDecision(deps, application, outcome.status, document)
  return { application, warnings: decisionWarnings(deps, application) }
}

/** Queues the email of a decision. An imported customer may have no address. */
function emailDecision(
  deps: Writing<Deps>,
  application: Application,
  status: Decision,
  document: number | null,
) {
  const { version, mainEmail, customerCode, rejectionReason: reason } = application
  if (!mainEmail) return
  const customer = ensureRecipient(deps, application)
  const approval = { customerCode: customerCode ?? '', agreed: approvedAs(deps, application) }
  const email =
    status === 'approved'
      ? ({ kind: 'approval', ...customer, ...approval } as const)
      : ({ kind: 'rejection', ...customer, reason } as const)
  enqueue(deps, email, `${status}|${version}`, { document })
}

/**
 * Returns what will be missing from the documents of this person's decisions, because documents print only what the
 * history proves. `isSaved` means that the account has it all the same, because an earlier version saved it.
 */
export function missingFromProfile(store: Store, admin: Admin) {
  const { fullName = null, signaturePng = null } = accountOf(store, admin) ?? {}
  const name = !provenProfile(store, admin.username).fullName
  const signature = provenSignature(store, admin) === null
  const isSaved = (name && fullName !== null) || (signature && signaturePng !== null)
  return { name, signature, isSaved }
}

const accountOf = ({ db }: Store, { id }: Admin) =>
  db.orm.select().from(admins).where(eq(admins.id, id)).get()

function provenSignature(store: Store, admin: Admin): Buffer | null {
  const png = accountOf(store, admin)?.signaturePng ?? null
  const { username } = admin
  return png && sha256Of(png) === provenProfile(store, username).signature ? png : null
}

/** Stores the decider's signature in place of an earlier decider's. */
function signForFinance(deps: Deps, actor: Admin, { seq }: Application) {
  const { orm } = deps.db
  orm
    .delete(signatures)
    .where(and(eq(signatures.application, seq), eq(signatures.kind, 'finance')))
    .run()
  const png = provenSignature(deps, actor)
  if (!png) return
  orm.insert(signatures).values({ application: seq, kind: 'finance', png, hasInk: true }).run()
}
