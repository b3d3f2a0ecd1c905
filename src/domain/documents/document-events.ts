import { eq } from 'drizzle-orm'
import { admins } from '#db/schema/admins.ts'
import { clients } from '#db/schema/clients.ts'
import type { Store } from '#src/deps.ts'
import { type Actor, nameOf, originOf, shownActor } from '#src/domain/actor.ts'
import type { Application } from '#src/domain/applications/application.ts'
import { actionHas, actionIn, actionsWith, type StoredAction } from '#src/domain/audit/actions.ts'
import { type ProvenEvent, provenEvents } from '#src/domain/audit/chain.ts'
import type { NewEvent } from '#src/domain/audit/events.ts'
import { type ProvenFacts, provenFacts } from '#src/domain/audit/proven-facts.ts'
import { provenProfile } from '#src/domain/audit/proven-profile.ts'
import { instant } from '#src/domain/calendar.ts'
import { emailKey } from '#src/forms/fields/normalised.ts'
import { preset, sectionOf } from '#src/forms/registration/sections.ts'

export type DocumentEvent = {
  /** An ISO instant in UTC. */
  at: string
  action: StoredAction
  sections: number[]
  fields?: string[]
  by: string
  /** `null` for the system, and for events from before addresses were kept. */
  address: string | null
}

const mostEvents = 200

/**
 * Returns the events that a document prints. The last is the event that freezes the document, which is not recorded
 * yet.
 */
export function documentEvents(
  deps: Store,
  actor: Actor,
  { action, application = '' }: Pick<NewEvent, 'action' | 'application'>,
): DocumentEvent[] {
  // events that somebody wrote into the database file are left out
  const rows = provenEvents(
    deps,
    `events.application = ? and ${actionIn(...actionsWith('isPrinted'))}`,
    application,
  ).slice(1 - mostEvents)
  const earlier = rows.map(({ at, action, address, changes, ...actor }) => ({
    at: instant(at),
    action,
    sections: sectionsIn(action, changes ?? []),
    ...(action === 'application amended' && { fields: (changes ?? []).map(({ field }) => field) }),
    by: provenName(deps, actor),
    address,
  }))
  const by = provenName(deps, { actorKind: actor.kind, actor: nameOf(actor) })
  const at = instant(deps.now())
  return [...earlier, { at, action, sections: [], by, address: originOf(actor) }]
}

const provenName = (deps: Store, by: { actorKind: Actor['kind']; actor: string }) =>
  by.actorKind === 'admin' ? (provenProfile(deps, by.actor).fullName ?? by.actor) : shownActor(by)

export const shownName = (deps: Store, by: { actorKind: Actor['kind']; actor: string }) =>
  by.actorKind === 'admin' ? staffName(deps, by.actor) : shownActor(by)

/** Returns the full name of a member of staff, or the user name when there is no full name. */
export const staffName = (deps: Store, username: string) =>
  accountOf(deps, username)?.fullName ?? username

export const accountOf = ({ db }: Store, username: string) =>
  db.orm.select().from(admins).where(eq(admins.username, username)).get()

const sectionsIn = (action: StoredAction, changes: { field: string }[]): number[] =>
  actionHas(action, 'namesSections')
    ? [...new Set(filledIn(action, changes).map(({ field }) => sectionOf(field)))].sort()
    : []

const filledIn = (action: StoredAction, changes: { field: string }[]) =>
  changes.filter(({ field }) => action !== 'draft created' || !preset.includes(field))

export type ConfirmedMailbox = {
  address: string
  /** An ISO instant in UTC. */
  at: string
  by: 'password' | 'link' | 'signature'
}

/**
 * Returns the mailbox that the client has confirmed, or `null`, for example after an administrator has moved the
 * sign-in. Opening a link confirms nothing, because mail scanners open links too.
 */
export function confirmedMailbox(
  { db, keys }: Store,
  { id, seq }: Application,
): ConfirmedMailbox | null {
  const last = provenEvents(
    { db, keys },
    `events.application = ? and ${actionIn('password set', 'sign-in moved', 'application submitted')}`,
    id,
  ).at(-1)
  const client = db.orm.select().from(clients).where(eq(clients.application, seq)).get()
  if (!client || !last || !isOwners(last, client.emailKey)) return null
  const { email: address } = client
  return { address, at: instant(last.at), by: waysToConfirm[last.action] ?? 'link' }
}

const waysToConfirm: Record<string, ConfirmedMailbox['by'] | undefined> = {
  'password set': 'password',
  'application submitted': 'signature',
}

/** Returns whether the reader of the sign-in address caused the event, by a link that was sent there. */
function isOwners({ actorKind, changes }: ProvenEvent, key: string): boolean {
  if (actorKind !== 'signer') return actorKind === 'client'
  const email = changes?.find(({ field }) => field === 'signerEmail')?.after
  return emailKey(email ?? '') === key
}

/** The signer whom the applicant asked, and what became of the link. Instants are ISO in UTC. */
export type SignedRequest = {
  name: string
  email: string
  askedBy: string
  askedAt: string
  /** The network address of the browser that asked. */
  askedFrom: string | null
  sentAt: string | null
  openedAt: string | null
}

/** Returns the request that is open when somebody signs, from the history alone. */
export function signedRequest({ db, keys }: Store, application: string): SignedRequest | null {
  const rows = provenEvents(
    { db, keys },
    `events.application = ? and ${actionIn('signature requested', 'signature link sent', 'signature link opened')}`,
    application,
  )
  const asked = rows.findLast(({ action }) => action === 'signature requested')
  if (!asked) return null
  const valueIn = (name: string) => asked.changes?.find(({ field }) => field === name)?.after ?? ''
  const lastAfter = (wanted: string) =>
    rows.findLast(({ seq, action }) => seq > asked.seq && action === wanted)
  return {
    name: valueIn('signer'),
    email: valueIn('signerEmail'),
    askedBy: valueIn('askedBy'),
    askedAt: instant(asked.at),
    askedFrom: asked.address,
    sentAt: instant(lastAfter('signature link sent')?.at ?? null),
    openedAt: instant(lastAfter('signature link opened')?.at ?? null),
  }
}

/**
 * `to` is the recipient of the receipt, and `takenAt` the ISO instant in UTC at which the mail server accepted it. Only
 * documents of the second format have it.
 */
export type SentReceipt = { to: string; takenAt: string | null }

export type AnsweredRequest = {
  askedAt: string
  /** `null` when an earlier version asked, whose history does not hold the question. */
  question: string | null
  answeredAt: string
  answer: string | null
  files: { name: string; size: number; sha256: string }[]
}

const mostRequests = 50

/** Returns the answered requests, without those whose answer the history does not hold. */
export function answeredRequests(store: Store, { id }: Application): AnsweredRequest[] {
  return provenFacts(store, id).requests.flatMap(answeredRequest).slice(-mostRequests)
}

function answeredRequest(request: ProvenFacts['requests'][number]): AnsweredRequest[] {
  const { askedAt, question = null, answeredAt, answer, files } = request
  if (answeredAt === null || answer === undefined || files === undefined) return []
  return [
    {
      askedAt: instant(askedAt),
      question,
      answeredAt: instant(answeredAt),
      answer,
      files,
    },
  ]
}
