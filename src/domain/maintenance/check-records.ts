import { and, asc, eq, gt } from 'drizzle-orm'
import { applications } from '#db/schema/applications.ts'
import { documents } from '#db/schema/documents.ts'
import type { Change } from '#db/schema/events.ts'
import type { Store } from '#src/deps.ts'
import {
  type Application,
  asText,
  directorLines,
  directorsOf,
  signaturesOf,
} from '#src/domain/applications/application.ts'
import { actionFact, actionHas, actionIn, actionsWith } from '#src/domain/audit/actions.ts'
import { type ProvenEvent, provenEvents } from '#src/domain/audit/chain.ts'
import { readAuditSeal } from '#src/domain/audit/installation.ts'
import { instant } from '#src/domain/calendar.ts'
import { clientOf } from '#src/domain/clients/clients.ts'
import { agreedOf, agreedTextOf } from '#src/domain/decisions/decision-record.ts'
import type { DecisionData, SignedData } from '#src/domain/documents/freeze.ts'
import {
  documentsTakenIn,
  nameOf,
  sha256Of,
  type TakenIn,
  valueIn,
} from '#src/domain/documents/proof.ts'
import { agreedLabels } from '#src/forms/admin/decisions.ts'
import { changeLabel } from '#src/forms/admin/record-cards.ts'
import { type FieldName, fieldNames } from '#src/forms/fields/fields.ts'
import { emailKey } from '#src/forms/fields/normalised.ts'
import { erasureOf } from './check-documents.ts'

const rowsAtOnce = 50

/** Compares each application with what was signed and with the events after it. */
export function checkRecords(store: Store): { checked: number; faults: string[] } {
  const takenIn = documentsTakenIn(store)
  const frozen: Frozen = (event) => frozenAt(store, takenIn, event)
  const faults: string[] = []
  let checked = 0
  for (let last = 0; ; ) {
    // one snapshot for each step, because the server may write between them
    const rows = store.db.sqlite.transaction(() => {
      const rows = store.db.orm
        .select()
        .from(applications)
        .where(gt(applications.seq, last))
        .orderBy(asc(applications.seq))
        .limit(rowsAtOnce)
        .all()
      faults.push(...rows.flatMap((row) => recordFaults(store, frozen, row)))
      return rows
    })()
    checked += rows.length
    last = rows.at(-1)?.seq ?? last
    if (rows.length < rowsAtOnce) return { checked, faults: [...faults, ...missingRecords(store)] }
  }
}

function missingRecords(store: Store): string[] {
  const missing = provenEvents(
    store,
    `${actionIn(...openings)}
      and not exists (select 1 from applications where id = events.application)
      and not exists (select 1 from events as later where later.application = events.application
        and later.seq > events.seq and later.${actionIn(...actionsWith('erases'))})`,
  ).map(
    ({ application }) =>
      `application ${application}: it is gone, and no event says that it was erased`,
  )
  return [...new Set(missing)]
}

/** What an event froze, if it is still that. */
type Frozen = (event: ProvenEvent) => string | null

function recordFaults(store: Store, frozen: Frozen, application: Application): string[] {
  const { id, status } = application
  const name = `application ${id}`
  const events = provenEvents(
    store,
    `events.application = ? and ${actionIn(...actionsWith('record'))}`,
    id,
  )
  const begun = events[0]
  if (!begun) return [`${name}: no event explains it`]
  if ((erasureOf(store, id) ?? 0) > begun.seq) return [`${name}: it was erased, and is there again`]
  const start = events.findIndex(({ action }) => actionFact(action, 'record') === 'filled in')
  if (start < 0)
    return status === 'draft'
      ? []
      : [`${name}: it is ${status}, and no event says that it was submitted`]
  const expected = expectedOf(frozen, events.slice(start))
  if (!expected)
    return [`${name}: it cannot be compared, because what was signed is gone or changed`]
  const actual = actualOf(store, application)
  return Object.entries(actual).flatMap(([field, value]) =>
    expected[field] === undefined || expected[field] === value
      ? []
      : [
          `${name}: ${labels[field] ?? changeLabel(field)} is ${quoted(value)}, and the history says ${quoted(expected[field])}`,
        ],
  )
}

const openings = actionsWith('record').filter(
  (action) => actionFact(action, 'record') !== 'changed',
)

type Values = Record<string, string | null | undefined>

const agreedFields = Object.keys(agreedLabels) as (keyof typeof agreedLabels)[]

const answers = fieldNames.filter(
  (name): name is Exclude<FieldName, 'authSignature'> => name !== 'authSignature',
)

function expectedOf(frozen: Frozen, [begun, ...later]: ProvenEvent[]): Values | null {
  if (!begun) return null
  const values: Values = {
    ...Object.fromEntries([...answers, ...agreedFields].map((name) => [name, null])),
    ...{ directors: null, customerCode: null, rejectionReason: null, financeBy: null },
    ...{ closedOn: null, closingReason: null },
    ...{ submittedAt: null, approvedAt: null, rejectedAt: null, financeSignature: null },
    ...{ financeDecision: null, financeDate: null },
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
    values.status = 'submitted'
    values.termsVersion = signed.terms.version
    values.typedName = signed.signature?.typedName ?? null
  }
  // by version 0.1.0, from a sealed document
  const isKnown = begun.action !== 'application imported'
  values.signInEmail = isKnown ? values.mainEmail : undefined
  values.hasPassword = isKnown ? null : undefined
  for (const event of later) {
    const { mainEmail } = values
    apply(frozen, values, event)
    followSignIn(values, event, mainEmail)
  }
  return values
}

/** The sign-in follows the main address until there is a password. */
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

function apply(frozen: Frozen, values: Values, event: ProvenEvent) {
  Object.assign(values, valuesIn(event.changes))
  const isImported = event.action === 'application imported'
  if (!isImported && !actionHas(event.action, 'isDecision')) return
  const isApproved = values.status === 'approved'
  // an imported customer's decision freezes nothing
  const data = frozen(event)
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
}

function frozenAt(
  { db, keys }: Store,
  takenIn: TakenIn,
  { application, seq, changes }: ProvenEvent,
): string | null {
  const row = db.orm
    .select({ kind: documents.kind, data: documents.data })
    .from(documents)
    .where(and(eq(documents.application, application ?? ''), eq(documents.event, seq)))
    .get()
  if (!row?.data) return null
  const sha256 =
    valueIn(changes, 'frozenData') ?? takenIn.get(nameOf({ kind: row.kind, event: seq }))?.data
  const isBefore = readAuditSeal(db, keys).takenIn === null
  return isBefore || sha256 === sha256Of(row.data) ? row.data : null
}

function actualOf(store: Store, application: Application): Values {
  const agreed = agreedOf(store, application)
  const { authorisation, finance } = signaturesOf(store, application)
  const { status, customerCode, rejectionReason } = application
  const { financeBy, financeDecision, financeDate, closedOn, closingReason } = application
  const { submittedAt, approvedAt, rejectedAt, termsVersion } = application
  // of an imported customer it is opened later
  const client = clientOf(store, application)
  return {
    ...Object.fromEntries(answers.map((name) => [name, asText(application[name])])),
    ...Object.fromEntries(agreedFields.map((name) => [name, agreedTextOf(agreed?.[name])])),
    directors: directorLines(directorsOf(store, application)) || null,
    ...{ status, customerCode, rejectionReason, financeBy, financeDecision, financeDate },
    ...{ closedOn, closingReason },
    ...{
      submittedAt: instant(submittedAt),
      approvedAt: instant(approvedAt),
      rejectedAt: instant(rejectedAt),
    },
    authSignature: authorisation && sha256Of(authorisation.png),
    financeSignature: finance && sha256Of(finance.png),
    ...{ termsVersion, typedName: authorisation?.typedName ?? null },
    ...(client && {
      signInEmail: client.email,
      hasPassword: client.passwordHash === null ? null : 'yes',
    }),
  }
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
}

const quoted = (value: string | null | undefined) =>
  value === null || value === undefined
    ? 'empty'
    : `"${value.length > 60 ? `${value.slice(0, 60)}…` : value}"`
