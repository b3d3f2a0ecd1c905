import type { Change } from '#db/schema/events.ts'
import type { Store } from '#src/deps.ts'
import { type CheckState, checkStateLabels, checkStates } from '#src/forms/admin/checks.ts'
import type { AgreedTerms } from '#src/forms/admin/decisions.ts'
import { readFileLine } from '#src/forms/requests/file-lines.ts'
import { actionHas, actionIn, actionsWith, isKnownAction, type KnownAction } from './actions.ts'
import { type ProvenEvent, provenEvents, valueIn } from './chain.ts'

/** `undefined` for what an event of an earlier version does not hold. */
type Unless<Value> = Value | undefined

type ProvenFile = { name: string; size: number; sha256: string }

export type ProvenCheck = {
  name: string
  state: CheckState
  note: string | null
  file: Unless<ProvenFile | null>
  event: number
}

export type ProvenRequest = {
  id: Unless<number>
  question: Unless<string>
  askedBy: string
  /** UTC milliseconds. */
  askedAt: number
  state: 'open' | 'answered' | 'closed'
  answeredAt: number | null
  answer: Unless<string | null>
  files: Unless<ProvenFile[]>
}

export type ProvenProposal = {
  proposedBy: string
  /** UTC milliseconds. */
  proposedAt: number
  customerCode: string
  agreed: AgreedTerms
  /** The application has changed since: nobody can confirm it. */
  isVoid: boolean
}

export type ProvenFacts = {
  checks: ProvenCheck[]
  requests: ProvenRequest[]
  /** The one that waits. */
  proposal: ProvenProposal | null
}

/**
 * What the history says of an application's checks, questions and proposal. Documents, decisions and `verify` take them
 * from here, because somebody who can write the file can put rows into the tables, but no events into the history. What
 * was erased is left out.
 */
export function provenFacts(store: Pick<Store, 'db' | 'keys'>, application: string): ProvenFacts {
  const facts: ProvenFacts = { checks: [], requests: [], proposal: null }
  const events = provenEvents(store, `events.application = ? and ${actionIn(...read)}`, application)
  for (const event of events) {
    if (facts.proposal && actionHas(event.action, 'raisesVersion')) facts.proposal.isVoid = true
    if (isKnownAction(event.action)) tellers[event.action]?.(facts, event)
  }
  return facts
}

/** What each action says. */
const tellers: Partial<Record<KnownAction, (facts: ProvenFacts, event: ProvenEvent) => void>> = {
  'check recorded': recordCheck,
  'information requested': ask,
  'information request answered': answer,
  'information request withdrawn': withdraw,
  'approval proposed': propose,
  'approval proposal declined': endProposal,
  'approval proposal withdrawn': endProposal,
  'approval proposal ended': endProposal,
  'application approved': decide,
  'application rejected': decide,
}

const read = [
  ...new Set([...Object.keys(tellers).filter(isKnownAction), ...actionsWith('raisesVersion')]),
]

/** The event holds what changed, so each one builds on those before. */
function recordCheck({ checks }: ProvenFacts, { changes, seq }: ProvenEvent) {
  const name = valueIn(changes, 'check')
  if (name === null) return
  const place = checks.findIndex((check) => check.name === name)
  const before = checks[place]
  const state = changed(changes, 'checkState')
  const note = changed(changes, 'checkNote')
  const file = changed(changes, 'checkFile')
  checks.splice(place < 0 ? checks.length : place, 1, {
    name,
    state: state === undefined ? (before?.state ?? 'open') : stateNamed(state),
    note: note === undefined ? (before?.note ?? null) : note,
    file: file === undefined ? (before ? before.file : null) : fileIn(file),
    event: seq,
  })
}

const stateNamed = (label: string | null) =>
  checkStates.find((state) => checkStateLabels[state] === label) ?? 'open'

function ask({ requests }: ProvenFacts, { changes, at, actor }: ProvenEvent) {
  requests.push({
    id: requestIn(changes),
    question: changed(changes, 'question') ?? undefined,
    askedBy: actor,
    askedAt: at,
    state: 'open',
    answeredAt: null,
    answer: undefined,
    files: undefined,
  })
}

function answer(facts: ProvenFacts, event: ProvenEvent) {
  const { changes, at } = event
  const request = openRequest(facts, changes)
  if (!request) return
  Object.assign(request, { state: 'answered', answeredAt: at })
  if (requestIn(changes) === undefined) return
  request.id ??= requestIn(changes)
  request.answer = valueIn(changes, 'answer')
  request.files = (changes ?? [])
    .filter(({ field }) => field === 'answerFile')
    .flatMap(({ after }) => fileIn(after) ?? [])
}

function withdraw(facts: ProvenFacts, { changes }: ProvenEvent) {
  const request = openRequest(facts, changes)
  if (request) request.state = 'closed'
}

/** Only one question of an earlier version could be open at a time. */
function openRequest({ requests }: ProvenFacts, changes: Change[] | null) {
  const id = requestIn(changes)
  const open = requests.filter(({ state }) => state === 'open')
  return (
    open.find((request) => id !== undefined && request.id === id) ??
    open.findLast((request) => request.id === undefined || id === undefined)
  )
}

function requestIn(changes: Change[] | null): number | undefined {
  const id = valueIn(changes, 'request')
  return id === null ? undefined : Number(id)
}

function propose(facts: ProvenFacts, { changes, actor, at }: ProvenEvent) {
  if (changes === null) return
  const limit = valueIn(changes, 'creditLimit')
  facts.proposal = {
    proposedBy: actor,
    proposedAt: at,
    customerCode: valueIn(changes, 'customerCode') ?? '',
    agreed: {
      creditLimit: limit === null ? null : Number(limit),
      paymentTerms: valueIn(changes, 'paymentTerms'),
      reviewDate: valueIn(changes, 'reviewDate'),
      remark: valueIn(changes, 'remark'),
      isInDocument: valueIn(changes, 'isInDocument') !== null,
    },
    isVoid: false,
  }
}

function endProposal(facts: ProvenFacts) {
  facts.proposal = null
}

function decide(facts: ProvenFacts) {
  endProposal(facts)
  for (const request of facts.requests) if (request.state === 'open') request.state = 'closed'
}

/** `undefined` when the event does not speak of the field. */
const changed = (changes: Change[] | null, field: string) =>
  changes?.find((change) => change.field === field)?.after

const fileIn = (line: string | null): Unless<ProvenFile | null> =>
  line === null ? null : (readFileLine(line) ?? undefined)

/** Names the request in an event, so that the history alone says which question was answered. */
export const requestChange = (id: number): Change => ({
  field: 'request',
  before: null,
  after: String(id),
})
