import { and, eq } from 'drizzle-orm'
import { documents } from '#db/schema/documents.ts'
import type { Change } from '#db/schema/events.ts'
import { jobs } from '#db/schema/jobs.ts'
import type { Store } from '#src/deps.ts'
import {
  type Application,
  asText,
  directorLines,
  directorsOf,
  signaturesOf,
} from '#src/domain/applications/application.ts'
import { actionFact, actionHas, actionIn, actionsWith } from '#src/domain/audit/actions.ts'
import { type ProvenEvent, provenEvents, valueIn } from '#src/domain/audit/chain.ts'
import { readAuditSecret } from '#src/domain/audit/installation.ts'
import { instant } from '#src/domain/calendar.ts'
import { clientByApplication } from '#src/domain/clients/clients.ts'
import { agreedOf, agreedTextOf } from '#src/domain/decisions/decision-record.ts'
import { readEmail } from '#src/domain/jobs/job-kinds.ts'
import { Refusal } from '#src/domain/refusal.ts'
import { agreedLabels } from '#src/forms/admin/decisions.ts'
import { changeLabel } from '#src/forms/admin/history-words.ts'
import { type FieldName, fieldNames } from '#src/forms/fields/fields.ts'
import { emailKey } from '#src/forms/fields/normalised.ts'
import type { DecisionData, SignedData } from './freeze.ts'
import { documentsTakenIn, erasureOf, nameOf, sha256Of, type TakenIn } from './proof.ts'
import { documentOf } from './stored-documents.ts'

/**
 * Refuses 'conflict' when the record of a signed application is not what the history says, because a decision on that
 * record would be sealed.
 */
export function refuseUnprovenRecord(store: Store, application: Application) {
  if (!documentOf(store, application.id, 'signed')) return
  const { printed } = compareRecord(store, documentsTakenIn(store), application)
  if (printed.length > 0) throw new Refusal('conflict', unproven(printed.join('; ')))
}

const unproven = (faults: string) =>
  `This record is not what its history says, so nothing was decided: ${faults}. Put the answers right on the record, or restore a backup. The command "verify" says more.`

/**
 * `printed` are the faults that a document would show. `others` are faults of the password and the receipt, and edits
 * that found another value than the history had.
 */
type RecordFaults = { printed: string[]; others: string[] }

/**
 * Returns what an event froze: `null` when the frozen data is gone or has changed, `undefined` when the event froze
 * nothing.
 */
type Frozen = (event: ProvenEvent) => string | null | undefined

export function compareRecord(
  store: Store,
  takenIn: TakenIn,
  application: Application,
): RecordFaults {
  const { id, status } = application
  const only = (...printed: string[]): RecordFaults => ({ printed, others: [] })
  const events = provenEvents(
    store,
    `events.application = ? and ${actionIn(...actionsWith('record'))}`,
    id,
  )
  const begun = events[0]
  if (!begun) return only('no event explains it')
  if ((erasureOf(store, id) ?? 0) > begun.seq) return only('it was erased, and is there again')
  const start = events.findIndex(({ action }) => actionFact(action, 'record') === 'filled in')
  if (start < 0)
    return status === 'draft'
      ? only()
      : only(`it is ${status}, and no event says that it was submitted`)
  const history = valuesAfter((event) => frozenAt(store, takenIn, event), events.slice(start))
  if (!history)
    return only('it cannot be compared, because what was signed or decided is gone or changed')
  const { values, edits } = history
  const { hasPassword, receiptTo, ...actual } = actualOf(store, application)
  return {
    printed: faultsIn(values, actual),
    others: [...faultsIn(values, { hasPassword, receiptTo }), ...edits],
  }
}

const faultsIn = (expected: Values, actual: Values): string[] =>
  Object.entries(actual).flatMap(([field, value]) =>
    expected[field] === undefined || value === undefined || expected[field] === value
      ? []
      : [`${labelOf(field)} is ${quoted(value)}, and the history says ${quoted(expected[field])}`],
  )

export const openings = actionsWith('record').filter(
  (action) => actionFact(action, 'record') !== 'changed',
)

const agreedFields = Object.keys(agreedLabels) as (keyof typeof agreedLabels)[]

const answers = fieldNames.filter(
  (name): name is Exclude<FieldName, 'authSignature'> => name !== 'authSignature',
)

const compared = new Set<string>([
  ...answers,
  ...agreedFields,
  ...['directors', 'status', 'customerCode', 'rejectionReason', 'closedOn', 'closingReason'],
])

type Values = Record<string, string | null | undefined>

function valuesAfter(frozen: Frozen, [begun, ...later]: ProvenEvent[]) {
  if (!begun) return null
  const edits: string[] = []
  const values: Values = {
    ...Object.fromEntries([...answers, ...agreedFields].map((name) => [name, null])),
    directors: null,
    customerCode: null,
    rejectionReason: null,
    financeBy: null,
    closedOn: null,
    closingReason: null,
    submittedAt: null,
    approvedAt: null,
    rejectedAt: null,
    financeSignature: null,
    financeDecision: null,
    financeDate: null,
  }
  if (begun.action === 'customer imported') {
    Object.assign(values, { accountType: 'credit', authSignature: null }, valuesIn(begun.changes))
  } else {
    const data = frozen(begun)
    if (!data) return null
    const signed = JSON.parse(data) as SignedData
    for (const name of answers) values[name] = asText(signed.fields[name] ?? null)
    values.directors = directorLines(signed.directors) || null
    values.authSignature = signed.signature?.sha256 ?? null
    values.submittedAt = signed.signedAt
    values.receiptTo = signed.fields.mainEmail
    values.status = 'submitted'
    values.termsVersion = signed.terms.version
    values.typedName = signed.signature?.typedName ?? null
  }
  const isKnown = begun.action !== 'application imported'
  values.signInEmail = isKnown ? values.mainEmail : undefined
  values.hasPassword = isKnown ? null : undefined
  for (const event of later) {
    const { mainEmail } = values
    edits.push(...editsOfOthers(values, event))
    if (!apply(frozen, values, event)) return null
    followSignIn(values, event, mainEmail)
  }
  return { values, edits }
}

/**
 * Returns the edits that found another value than the history had by then: somebody put that value there without an
 * event.
 */
const editsOfOthers = (values: Values, { seq, changes }: ProvenEvent): string[] =>
  (changes ?? []).flatMap(({ field, before, unrecorded }) =>
    unrecorded || !compared.has(field) || values[field] === undefined || values[field] === before
      ? []
      : [
          `event ${seq} found ${quoted(before)} as ${labelOf(field)}, and the history said ${quoted(values[field])}`,
        ],
  )

/** Applies an event to the sign-in, which follows the main address until there is a password. */
function followSignIn(
  values: Values,
  { action, actorKind }: ProvenEvent,
  mainEmail?: string | null,
) {
  if (action === 'password set') values.hasPassword = 'yes'
  if (action === 'sign-in moved' && actorKind === 'admin') values.hasPassword = null
  if (action !== 'application amended' || values.hasPassword !== null || !values.mainEmail) return
  const follows = emailKey(values.signInEmail ?? '') === emailKey(mainEmail ?? '')
  const isOther = emailKey(values.mainEmail) !== emailKey(mainEmail ?? '')
  if (follows && isOther) values.signInEmail = values.mainEmail
}

const valuesIn = (changes: Change[] | null): Values =>
  Object.fromEntries((changes ?? []).map(({ field, after }) => [field, after]))

/** Applies an event to the values. Returns false when what was decided is gone or has changed. */
function apply(frozen: Frozen, values: Values, event: ProvenEvent): boolean {
  Object.assign(values, valuesIn(event.changes))
  const isImported = event.action === 'application imported'
  if (!isImported && !actionHas(event.action, 'isDecision')) return true
  const isApproved = values.status === 'approved'
  // an imported customer's decision freezes nothing
  const data = frozen(event)
  if (data === null) return false
  const decided = data ? (JSON.parse(data) as DecisionData) : null
  Object.assign(values, {
    approvedAt: isApproved ? decided?.decidedAt : null,
    rejectedAt: isApproved ? null : decided?.decidedAt,
    financeDecision: isApproved ? 'Approved' : 'Rejected',
    financeDate: decided?.financeDate,
    financeBy: isImported ? decided?.decidedBy : event.actor,
    financeSignature: decided ? (decided.signature?.sha256 ?? null) : undefined,
  })
  if (isImported) for (const field of agreedFields) values[field] = undefined
  return true
}

function frozenAt(
  { db, keys }: Store,
  takenIn: TakenIn,
  { application, seq, changes }: ProvenEvent,
): string | null | undefined {
  const row = db.orm
    .select({ data: documents.data })
    .from(documents)
    .where(and(eq(documents.application, application ?? ''), eq(documents.event, seq)))
    .get()
  const kinds = ['signed', 'countersigned'] as const
  const earlier = kinds.map((kind) => takenIn.get(nameOf({ kind, event: seq }))?.data)
  const sha256 = valueIn(changes, 'frozenData') ?? earlier.find(Boolean)
  const isBefore = readAuditSecret(db, keys).takenIn === null
  if (!sha256 && !(isBefore && row)) return undefined
  if (!row?.data) return null
  return isBefore || sha256 === sha256Of(row.data) ? row.data : null
}

function actualOf(store: Store, application: Application): Values {
  const agreed = agreedOf(store, application)
  const { authorisation, finance } = signaturesOf(store, application)
  const { status, customerCode, rejectionReason } = application
  const { financeBy, financeDecision, financeDate, closedOn, closingReason } = application
  const { submittedAt, approvedAt, rejectedAt, termsVersion } = application
  // an imported customer has no portal account until later
  const client = clientByApplication(store, application)
  return {
    ...Object.fromEntries(answers.map((name) => [name, asText(application[name])])),
    ...Object.fromEntries(agreedFields.map((name) => [name, agreedTextOf(agreed?.[name])])),
    directors: directorLines(directorsOf(store, application)) || null,
    status,
    customerCode,
    rejectionReason,
    financeBy,
    financeDecision,
    financeDate,
    closedOn,
    closingReason,
    submittedAt: instant(submittedAt),
    approvedAt: instant(approvedAt),
    rejectedAt: instant(rejectedAt),
    authSignature: authorisation && sha256Of(authorisation.png),
    financeSignature: finance && sha256Of(finance.png),
    termsVersion,
    typedName: authorisation?.typedName ?? null,
    receiptTo: receiptAddress(store, application),
    ...(client && {
      signInEmail: client.email,
      hasPassword: client.passwordHash === null ? null : 'yes',
    }),
  }
}

/** Returns the address of the receipt, or `undefined` when there is no receipt. */
function receiptAddress({ db }: Store, { id }: Application): string | undefined {
  const receipt = and(eq(jobs.application, id), eq(jobs.dedupeKey, 'receipt'))
  const row = db.orm.select({ kind: jobs.kind, data: jobs.data }).from(jobs).where(receipt).get()
  const email = row && readEmail(row)
  return email?.kind === 'receipt' ? email.to.address : undefined
}

const labels: Record<string, string> = {
  authSignature: 'Signature',
  submittedAt: 'Submitted at',
  approvedAt: 'Approved at',
  rejectedAt: 'Rejected at',
  financeDecision: 'Decision',
  financeDate: 'Date of the decision',
  financeBy: 'Decided by',
  financeSignature: 'Signature of the decision',
  termsVersion: 'Version of the terms',
  typedName: 'Typed name',
  signInEmail: 'Sign-in address',
  hasPassword: 'Password of the portal',
  receiptTo: 'Address of the receipt',
}

const labelOf = (field: string) => labels[field] ?? changeLabel(field)

const quoted = (value: string | null | undefined) =>
  value === null || value === undefined
    ? 'empty'
    : `"${value.length > 60 ? `${value.slice(0, 60)}…` : value}"`
