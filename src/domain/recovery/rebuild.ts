import { and, eq } from 'drizzle-orm'
import { applications } from '#db/schema/applications.ts'
import { decisionRecords } from '#db/schema/review.ts'
import { signatures } from '#db/schema/signatures.ts'
import type { Writing } from '#db/transaction.ts'
import type { Deps } from '#src/deps.ts'
import { changeSignInAddress, clientOf, openAccount } from '#src/domain/accounts/clients.ts'
import { type Application, directorsOf } from '#src/domain/applications/application.ts'
import { changesOf, columnsOf, directorsChange } from '#src/domain/applications/diff.ts'
import { listDirectors } from '#src/domain/applications/directors.ts'
import { closeDraft } from '#src/domain/applications/draft-access.ts'
import { refuseTakenAddress } from '#src/domain/applications/duplicates.ts'
import { storeSignature } from '#src/domain/applications/signatures.ts'
import { tally } from '#src/domain/applications/tally.ts'
import { recordEvent } from '#src/domain/audit/events.ts'
import { closeOpenRequest } from '#src/domain/requests/requests.ts'
import { removeProposal } from '#src/domain/review/proposals.ts'
import type { DecisionData, FrozenFields, SignedData } from '#src/domain/sealing/frozen-data.ts'
import { type FieldValues, fieldNames } from '#src/forms/fields/fields.ts'

export type Store = Pick<Deps, 'db' | 'keys' | 'env' | 'now'>

const system = { kind: 'system' } as const

/**
 * Rebuilds a submitted application from what was signed; `draft` is the row with its reference, if a copy of the
 * database still has it as a draft. Returns the number of the event. Refuses 'conflict' when the address is taken.
 */
export function rebuildSubmitted(
  deps: Writing<Store>,
  draft: Application | null,
  data: SignedData,
  signature: Buffer | null,
): number {
  const at = Date.parse(data.signedAt)
  const answers = answersOf(data.fields)
  refuseTakenAddress(deps, answers.mainEmail, draft)
  const termsVersion = data.terms.version
  const columns = { ...submitted, ...answers, submittedAt: at, updatedAt: at, termsVersion }
  const application = draft
    ? update(deps, draft, columns)
    : insert(deps, { id: data.application, createdAt: at, ...columns })
  listDirectors(deps, application, data.directors)
  const { hasInk = false, typedName = null } = data.signature ?? {}
  storeSignature(deps, application, { image: signature && { png: signature, hasInk }, typedName })
  if (!clientOf(deps, application)) openAccount(deps, application)
  if (draft) closeDraft(deps, application)
  else tally(deps, 'started', application)
  tally(deps, 'submitted', application)
  return recordEvent(deps, system, {
    action: 'application imported',
    application: application.id,
    changes: [{ field: 'status', before: draft?.status ?? null, after: 'submitted' }],
  }).seq
}

/**
 * Applies a decision unless a later one is here, and the edits between signing and decision unless the record was
 * edited later. What waited for a decision ends. Returns the number of the event.
 */
export function rebuildDecision(
  deps: Writing<Store>,
  before: Application,
  data: DecisionData,
  signature: Buffer | null,
): number {
  const at = Date.parse(data.decidedAt)
  const { id } = before
  const { submittedAt, approvedAt, rejectedAt } = before
  if (Math.max(submittedAt ?? 0, approvedAt ?? 0, rejectedAt ?? 0) > at)
    return recordEvent(deps, system, { action: 'document imported', application: id }).seq
  const wasEditedSince = before.updatedAt > at
  const edits = wasEditedSince ? [] : rebuildEdits(deps, before, data)
  const decided = update(deps, before, {
    ...decisionOf(data, at),
    updatedAt: Math.max(before.updatedAt, at),
  })
  storeFinanceSignature(deps, decided, signature)
  storeAgreed(deps, decided, data)
  closeOpenRequest(deps, decided)
  removeProposal(deps, decided)
  if (edits.length > 0)
    recordEvent(deps, system, { action: 'application amended', application: id, changes: edits })
  const { status, customerCode, rejectionReason } = decided
  return recordEvent(deps, system, {
    action: 'application imported',
    application: id,
    changes: changesOf(before, { status, customerCode, rejectionReason }),
  }).seq
}

/** Brings the record to where it stood at the decision; returns what that changed. */
function rebuildEdits(deps: Writing<Store>, before: Application, data: DecisionData) {
  const answers = answersOf(data.fields)
  refuseTakenAddress(deps, answers.mainEmail, before)
  const listed = directorsChange(directorsOf(deps, before), data.directors)
  const edited = update(deps, before, answers)
  listDirectors(deps, edited, data.directors)
  moveUnusedSignIn(deps, before, edited)
  return [...changesOf(before, onlyFields(data.fields)), ...(listed ? [listed] : [])]
}

/**
 * A mistyped address that was corrected after the signing must not get the account. Only an account that nobody uses
 * yet, with the address of the application, is moved.
 */
function moveUnusedSignIn(deps: Writing<Store>, before: Application, edited: Application) {
  const client = clientOf(deps, edited)
  if (!client || client.passwordHash !== null || !edited.mainEmail) return
  if (client.emailKey !== before.mainEmailKey || client.email === edited.mainEmail) return
  changeSignInAddress(deps, client.id, edited.mainEmail)
}

const submitted = { status: 'submitted', completionPercentage: 100 }

function decisionOf(data: DecisionData, at: number) {
  const approved = data.decision === 'approved'
  return {
    status: data.decision,
    customerCode: data.customerCode,
    approvedAt: approved ? at : null,
    rejectedAt: approved ? null : at,
    rejectionReason: data.reason,
    financeDecision: approved ? 'Approved' : 'Rejected',
    financeDate: data.financeDate,
    financeBy: data.decidedBy,
  }
}

/** Only the fields that the product has today. */
const onlyFields = (frozen: FrozenFields) =>
  Object.fromEntries(
    fieldNames
      .filter((name) => name !== 'authSignature' && name in frozen)
      .map((name) => [name, frozen[name]]),
  ) as FieldValues

const answersOf = (frozen: FrozenFields) => columnsOf(onlyFields(frozen))

type Values = typeof applications.$inferInsert

const insert = ({ db }: Writing<Pick<Deps, 'db'>>, values: Values): Application =>
  db.orm.insert(applications).values(values).returning().get()

const update = (
  { db }: Writing<Pick<Deps, 'db'>>,
  { seq, version }: Application,
  values: Partial<Values>,
): Application =>
  db.orm
    .update(applications)
    .set({ ...values, version: version + 1 })
    .where(eq(applications.seq, seq))
    .returning()
    .get()

/** As far as the document tells it; what was agreed with an earlier decision does not stay beside this one. */
function storeAgreed(
  { db }: Writing<Pick<Deps, 'db'>>,
  { seq }: Application,
  { agreed }: DecisionData,
) {
  db.orm.delete(decisionRecords).where(eq(decisionRecords.application, seq)).run()
  if (!agreed) return
  db.orm
    .insert(decisionRecords)
    .values({ application: seq, ...agreed, isInDocument: true })
    .run()
}

/** One of an earlier decider does not stay beside this decision. */
function storeFinanceSignature(
  { db }: Writing<Pick<Deps, 'db'>>,
  { seq }: Application,
  png: Buffer | null,
) {
  db.orm
    .delete(signatures)
    .where(and(eq(signatures.application, seq), eq(signatures.kind, 'finance')))
    .run()
  if (!png) return
  db.orm.insert(signatures).values({ application: seq, kind: 'finance', png, hasInk: true }).run()
}
