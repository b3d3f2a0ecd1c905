import canonicalize from 'canonicalize'
import { and, desc, eq } from 'drizzle-orm'
import { documents } from '#db/schema/documents.ts'
import type { Change } from '#db/schema/events.ts'
import type { Writing } from '#db/transaction.ts'
import type { Store } from '#src/deps.ts'
import type { Actor, Applicant, Signer } from '#src/domain/actor.ts'
import {
  type Application,
  directorsOf,
  signaturesOf,
} from '#src/domain/applications/application.ts'
import { actionFact, type FreezingAction } from '#src/domain/audit/actions.ts'
import { valueIn } from '#src/domain/audit/chain.ts'
import { nextEvent, recordEvent } from '#src/domain/audit/events.ts'
import { provenFacts } from '#src/domain/audit/proven-facts.ts'
import { provenProfile } from '#src/domain/audit/proven-profile.ts'
import { instant } from '#src/domain/calendar.ts'
import { agreedOf } from '#src/domain/decisions/decision-record.ts'
import { addJob } from '#src/domain/jobs/jobs.ts'
import { refuseUnpublished } from '#src/domain/terms/publish.ts'
import { termsInForce } from '#src/domain/terms/versions.ts'
import type { CheckState } from '#src/forms/admin/checks.ts'
import type { AgreedTerms } from '#src/forms/admin/decisions.ts'
import type { Role } from '#src/forms/admin/roles.ts'
import { type FieldName, fieldNames } from '#src/forms/fields/fields.ts'
import type { DirectorInput } from '#src/forms/fields/schema.ts'
import { consentByCall, consentSentence } from '#src/forms/terms/terms-parts.ts'
import {
  type AnsweredRequest,
  accountOf,
  answeredRequests,
  type ConfirmedMailbox,
  confirmedMailbox,
  type DocumentEvent,
  documentEvents,
  type SentReceipt,
  type SignedRequest,
  signedRequest,
} from './document-events.ts'
import { documentsTakenIn, frozenFault, marksOf, proofOf, sha256Of } from './proof.ts'
import { type DocumentKind, documentOf, documentsOf } from './stored-documents.ts'

export type Answer = Exclude<FieldName, 'authSignature'>

export type Answers = Pick<Application, Answer>

/**
 * The place of a submit or decision in the history. Its event holds the hash of the data; version 0.1.0 also kept the
 * hash of the event here.
 */
export type HistoryPlace = { event: number; hash?: string }

/**
 * The data that is attached to the signed document; docs/document-data.md describes it. Optional properties are new in
 * the second or the third format.
 */
export type SignedData = {
  format: 'countersign-signed-1' | 'countersign-signed-2' | 'countersign-signed-3'
  application: string
  fields: Answers
  directors: DirectorInput[]
  signature: {
    kind: 'drawn' | 'typed'
    typedName: string | null
    hasInk: boolean
    sha256: string
  } | null
  terms: { version: string; sha256: string }
  consent?: string
  /** `null` for an API call, which shows no sentence. */
  consentNumber?: string | null
  /** Present only when somebody other than the applicant signed. */
  request?: SignedRequest
  signedAt: string
  from: { address: string; agent: string }
  events?: DocumentEvent[]
  history: HistoryPlace
}

export type DecisionData = {
  format: 'countersign-decision-1' | 'countersign-decision-2' | 'countersign-decision-3'
  application: string
  decision: 'approved' | 'rejected'
  customerCode: string | null
  reason: string | null
  decidedAt: string
  /** A calendar date in the supplier's time zone. */
  financeDate: string
  decidedBy: string
  decider?: Decider
  /** The last correction of the customer code, and who made it. */
  correction?: Staff & { username: string; at: string; codeBefore: string | null }
  signature: { sha256: string } | null
  fields: Answers
  directors: DirectorInput[]
  /** The limit is in whole pounds. The terms are absent unless the approval put them into the document. */
  agreed?: Pick<AgreedTerms, 'creditLimit' | 'paymentTerms' | 'reviewDate'> | undefined
  /** The states of the checks without their notes, for an approval with recorded checks. */
  checks?: { name: string; state: CheckState }[]
  requests?: AnsweredRequest[]
  mailbox?: ConfirmedMailbox | null
  /** Only the second format has this. */
  receipt?: SentReceipt | null
  events?: DocumentEvent[]
  history: HistoryPlace
}

/** A member of staff, and how they were signed in to the back office. */
export type Staff = {
  name: string | null
  role: Role
  address: string | null
  signIn: 'password' | 'two-steps' | 'provider'
}

type Decider = Staff & { proposedBy: { name: string | null; username: string } | null }

type AboutEvent = FreezingEvent & { seq: number; application: string }

type Frozen = { document: number; marks: Change[] }

/**
 * Freezes what is signed or decided as it is now, and records the event, which holds the hashes of what was frozen. Returns
 * the number of the document, or `null` when there is nothing to freeze, as for a decision on an imported application.
 */
export function freezeAndRecord(
  deps: Writing<Store>,
  actor: Actor,
  application: Application,
  event: FreezingEvent,
): number | null {
  const about = { ...event, application: application.id, seq: nextEvent(deps) }
  const frozen = freeze(deps, actor, application, about)
  recordEvent(deps, actor, {
    ...event,
    application: application.id,
    frozen: frozen?.marks ?? [],
  })
  return frozen?.document ?? null
}

type FreezingEvent = { action: FreezingAction; changes: Change[] }

function freeze(
  deps: Writing<Store>,
  actor: Actor,
  application: Application,
  event: AboutEvent,
): Frozen | null {
  if (actionFact(event.action, 'freezes') === 'countersigned')
    return freezeDecision(deps, actor, application, event)
  if (actor.kind !== 'applicant' && actor.kind !== 'signer')
    throw new Error('Only an applicant or a signer signs')
  return freezeSigned(deps, actor, application, event)
}

function freezeSigned(
  deps: Writing<Store>,
  actor: Applicant | Signer,
  application: Application,
  event: AboutEvent,
): Frozen {
  const { authorisation: signature } = signaturesOf(deps, application)
  const terms = termsInForce(deps)
  refuseUnpublished(deps, terms)
  const { businessName: business } = application
  const number = valueIn(event.changes ?? [], 'consent')
  const isByCall = number === consentByCall
  const request = actor.kind === 'signer' ? signedRequest(deps, application.id) : null
  const data: SignedData = {
    format: 'countersign-signed-3',
    application: application.id,
    fields: fieldsOf(application),
    directors: directorsOf(deps, application).map(asSigned),
    signature: signature && {
      kind: signature.typedName === null ? 'drawn' : 'typed',
      typedName: signature.typedName,
      hasInk: signature.hasInk,
      sha256: sha256Of(signature.png),
    },
    terms: { version: terms.version, sha256: terms.sha256 },
    consent: isByCall ? consentByCall : consentSentence({ version: terms.version, business }),
    consentNumber: isByCall ? null : number,
    ...(request && { request }),
    signedAt: instant(application.submittedAt ?? 0),
    from: { address: actor.address, agent: actor.agent },
    events: documentEvents(deps, actor, event),
    history: { event: event.seq },
  }
  return store(deps, 'signed', data, signature?.png ?? null)
}

function freezeDecision(
  deps: Writing<Store>,
  actor: Actor,
  application: Application,
  event: AboutEvent,
): Frozen | null {
  const { id, status, approvedAt, rejectedAt } = application
  if (status !== 'approved' && status !== 'rejected') throw new Error(`${id} is not decided`)
  if (!documentOf(deps, id, 'signed')) return null
  const signature = signaturesOf(deps, application).finance?.png ?? null
  const agreed = agreedOf(deps, application)
  const data: DecisionData = {
    format: 'countersign-decision-3',
    application: id,
    decision: status,
    customerCode: application.customerCode,
    reason: application.rejectionReason,
    decidedAt: instant((status === 'approved' ? approvedAt : rejectedAt) ?? 0),
    financeDate: application.financeDate ?? '',
    decidedBy: application.financeBy ?? '',
    ...deciderOf(deps, actor, application, event),
    signature: signature && { sha256: sha256Of(signature) },
    fields: fieldsOf(application),
    directors: directorsOf(deps, application).map(asSigned),
    ...(agreed && agreedPart(agreed)),
    ...(status === 'approved' && checksPart(deps, application)),
    ...requestsPart(deps, application),
    mailbox: confirmedMailbox(deps, application),
    events: documentEvents(deps, actor, event),
    history: { event: event.seq },
  }
  return store(deps, 'countersigned', data, signature)
}

/**
 * Returns who decided. For a correction of the customer code, it returns the correction, and the decider as the
 * decision had it.
 */
function deciderOf(
  deps: Store,
  actor: Actor,
  { id }: Application,
  { action, changes }: AboutEvent,
): Pick<DecisionData, 'decider' | 'correction'> {
  if (actor.kind !== 'admin') return {}
  const { username } = actor
  const { fullName, hasSecondStep } = provenProfile(deps, username)
  const usesSecondStep = hasSecondStep && accountOf(deps, username)?.totpSecretSealed
  const staff: Staff = {
    name: fullName ?? null,
    role: actor.role,
    address: actor.address ?? null,
    signIn: actor.byProvider ? 'provider' : usesSecondStep ? 'two-steps' : 'password',
  }
  if (action === 'customer code corrected') {
    const { decider } = provenDecision(deps, id) ?? {}
    const codeBefore = changes.find(({ field }) => field === 'customerCode')?.before ?? null
    const correction = { ...staff, username, at: instant(deps.now()), codeBefore }
    return { ...(decider && { decider }), correction }
  }
  const proposer = changes.find(({ field }) => field === 'proposedBy')?.after
  const proposedBy = proposer
    ? { name: provenProfile(deps, proposer).fullName ?? null, username: proposer }
    : null
  return { decider: { ...staff, proposedBy } }
}

/** Returns what the newest decision document says, if its event confirms it. */
function provenDecision(deps: Store, id: string): DecisionData | null {
  const row = deps.db.orm
    .select()
    .from(documents)
    .where(and(eq(documents.application, id), eq(documents.kind, 'countersigned')))
    .orderBy(desc(documents.event))
    .get()
  if (!row?.data || frozenFault(proofOf(deps, documentsTakenIn(deps), row), row)) return null
  return JSON.parse(row.data)
}

function agreedPart({ isInDocument, creditLimit, paymentTerms, reviewDate }: AgreedTerms) {
  const isEmpty = creditLimit === null && paymentTerms === null && reviewDate === null
  return isInDocument && !isEmpty ? { agreed: { creditLimit, paymentTerms, reviewDate } } : {}
}

function checksPart(deps: Store, application: Application) {
  const checks = provenFacts(deps, application.id).checks.map(({ name, state }) => ({
    name,
    state,
  }))
  return checks.length > 0 ? { checks } : {}
}

function requestsPart(deps: Store, application: Application) {
  const requests = answeredRequests(deps, application)
  return requests.length > 0 ? { requests } : {}
}

function store(
  deps: Writing<Store>,
  kind: DocumentKind,
  value: SignedData | DecisionData,
  signature: Buffer | null,
): Frozen {
  const { application, history } = value
  const data = canonicalJson(value)
  const at = deps.now()
  // the newest document counts, so its time must not be earlier than the others', even if the clock was set back
  const frozenAt = Math.max(at, ...documentsOf(deps, application).map(({ frozenAt }) => frozenAt))
  const { id } = deps.db.orm
    .insert(documents)
    .values({
      application,
      kind,
      event: history.event,
      signature,
      frozenAt,
      data,
    })
    .returning({ id: documents.id })
    .get()
  // `documentQueue` makes the document when this job is due
  addJob(deps, {
    queue: 'document',
    kind,
    data: {},
    application,
    document: id,
    dedupeKey: `document|${id}`,
  })
  return { document: id, marks: marksOf(data, signature) }
}

/** Returns canonical JSON (RFC 8785), so that writing the same value again gives the same bytes. */
function canonicalJson(value: SignedData | DecisionData): string {
  const text = canonicalize(value)
  if (text === undefined) throw new Error('This cannot be written as JSON')
  return text
}

const fieldsOf = (application: Application) =>
  Object.fromEntries(
    fieldNames
      .filter((name): name is Answer => name !== 'authSignature')
      .map((name) => [name, application[name]]),
  ) as Answers

const asSigned = ({ name, position }: DirectorInput): DirectorInput => ({ name, position })
