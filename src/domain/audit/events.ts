import { and, count, desc, eq, gt, inArray, lt, max, sql } from 'drizzle-orm'
import type { applications } from '#db/schema/applications.ts'
import { type Change, eventChanges, events } from '#db/schema/events.ts'
import { webhookEndpoints } from '#db/schema/integrations.ts'
import type { Writing } from '#db/transaction.ts'
import type { Store } from '#src/deps.ts'
import { type Actor, access, nameOf, originOf } from '#src/domain/actor.ts'
import {
  type Application,
  applicantAddress,
  findApplication,
} from '#src/domain/applications/application.ts'
import { customerOf } from '#src/domain/clients/clients.ts'
import { approvedAs } from '#src/domain/decisions/decision-record.ts'
import { freezeFor } from '#src/domain/documents/freeze.ts'
import { enqueue, enqueueEdit } from '#src/domain/jobs/email-jobs.ts'
import { addJob } from '#src/domain/jobs/jobs.ts'
import { queueLookUps } from '#src/domain/registers/keys.ts'
import { ownerName } from '#src/domain/staff/owners.ts'
import { faultOf } from '#src/forms/fields/schema.ts'
import type { WebhookEvent } from '#src/forms/integrations/integration-texts.ts'
import { newToken } from '#src/security/tokens.ts'
import type { EventAction, KnownAction, StaffAction, StoredAction } from './actions.ts'
import { chainHash, changesHashOf } from './chain.ts'
import { readAction } from './earlier-words.ts'
import { readAuditSeal, sealHistoryHead } from './installation.ts'

export type NewEvent = (
  | { action: Exclude<EventAction, StaffAction>; subject?: never }
  | { action: StaffAction; subject: string }
) & {
  /** Absent when the event is about no application: an account, a setting. */
  application?: string
  section?: string
  changes?: Change[]
}

/**
 * Records who did what, freezes what was signed or decided, and queues the jobs that follow, in the transaction of the
 * change. The values are stored under a hash, so they can be erased and the chain still verifies.
 */
export function recordEvent(
  deps: Writing<Store>,
  actor: Actor,
  event: NewEvent,
): { seq: number; hash: string } {
  const { db, keys, now } = deps
  if (!db.sqlite.inTransaction) throw new Error('An event outside a write transaction')
  // follows the sealed head, so that a cut history does not close over the gap
  const audit = readAuditSeal(db, keys)
  const { key, head } = audit
  const last =
    db.orm
      .select({ seq: max(events.seq) })
      .from(events)
      .get()?.seq ?? 0
  const seq = Math.max(head.seq, last) + 1
  const frozen = freezeFor(deps, actor, { ...event, seq })
  const values = valuesOf(actor, [...(event.changes ?? []), ...(frozen?.marks ?? [])])
  const row = {
    at: now(),
    actorKind: actor.kind,
    actor: nameOf(actor),
    action: event.action,
    application: event.application ?? null,
    section: event.section ?? null,
    subject: event.subject ?? null,
    changesHash: values && changesHashOf({ ...values, changes: JSON.stringify(values.changes) }),
    previousHash: head.hash,
  }
  const hash = chainHash(key, row)
  db.orm
    .insert(events)
    .values({ seq, ...row, hash })
    .run()
  if (values)
    db.orm
      .insert(eventChanges)
      .values({ event: seq, ...values })
      .run()
  sealHistoryHead(db, keys, { ...audit, head: { seq, hash } })
  queueJobsOf(deps, actor, { ...event, seq, document: frozen?.document ?? null })
  return { seq, hash }
}

function valuesOf(actor: Actor, changes: Change[]) {
  const address = originOf(actor)
  return changes.length > 0 || address ? { changes, address, salt: newToken() } : null
}

export const eventsOf = ({ db }: Store, application: string) =>
  db.orm
    .select({ ...columns, address: eventChanges.address })
    .from(events)
    .leftJoin(eventChanges, eq(eventChanges.event, events.seq))
    .where(eq(events.application, application))
    .orderBy(events.seq)
    .all()
    .map(inWordsOfToday)

export const countEvents = ({ db }: Store, application: string): number =>
  db.orm.select({ all: count() }).from(events).where(eq(events.application, application)).get()
    ?.all ?? 0

/** All of them, in their order; read some at a time, because a record may have thousands with long values. */
export function* eachEvent(store: Store, application: string) {
  for (let last = 0; ; ) {
    const page = store.db.orm
      .select({ seq: events.seq, ...columns, address: eventChanges.address })
      .from(events)
      .leftJoin(eventChanges, eq(eventChanges.event, events.seq))
      .where(and(eq(events.application, application), gt(events.seq, last)))
      .orderBy(events.seq)
      .limit(eventsAtOnce)
      .all()
    for (const { seq, ...event } of page) {
      last = seq
      yield inWordsOfToday(event)
    }
    if (page.length < eventsAtOnce) return
  }
}

const eventsAtOnce = 50

export const eventsBefore = ({ db }: Store, application: string, before: number, most: number) =>
  db.orm
    .select({ id: events.seq, ...columns })
    .from(events)
    .leftJoin(eventChanges, eq(eventChanges.event, events.seq))
    .where(
      and(
        eq(events.application, application),
        lt(events.seq, before),
        sql`${events.section} is not ${access}`,
      ),
    )
    .orderBy(desc(events.seq))
    .limit(most)
    .all()
    .map(inWordsOfToday)

export type ReadEvent = ReturnType<typeof eventsBefore>[number]

export const newestEvent = ({ db }: Store, application: string, actions: KnownAction[]) =>
  db.orm
    .select({ id: events.seq, ...columns })
    .from(events)
    .leftJoin(eventChanges, eq(eventChanges.event, events.seq))
    .where(and(eq(events.application, application), inArray(events.action, actions)))
    .orderBy(desc(events.seq))
    .get()

/** The newest sign-ins, failed ones and sign-outs of an administrator, newest first. Times are in milliseconds. */
export const signInsOf = ({ db }: Store, username: string, most: number) =>
  db.orm
    .select({ at: events.at, action: events.action, address: eventChanges.address })
    .from(events)
    .leftJoin(eventChanges, eq(eventChanges.event, events.seq))
    .where(
      and(
        // a literal, so that SQLite uses the index
        sql`actor_kind = 'admin'`,
        eq(events.actor, username),
        inArray(events.action, ['signed in', 'sign-in failed', 'signed out']),
      ),
    )
    .orderBy(desc(events.seq))
    .limit(most)
    .all()

const columns = {
  at: events.at,
  actorKind: events.actorKind,
  actor: events.actor,
  action: events.action,
  subject: events.subject,
  section: events.section,
  changes: eventChanges.changes,
}

const inWordsOfToday = <Row extends Worded>(row: Row): Row => ({
  ...row,
  ...readAction(row.action, row.subject),
})

type Worded = { action: StoredAction; subject: string | null }

type Recorded = NewEvent & { seq: number; document: number | null }
type Consequence = (
  deps: Writing<Store>,
  application: Application,
  event: Recorded,
  actor: Actor,
) => void

function queueJobsOf(deps: Writing<Store>, actor: Actor, event: Recorded) {
  const consequence = consequences[event.action]
  if (consequence && event.application)
    consequence(deps, findApplication(deps, event.application), event, actor)
}

const consequences: Partial<Record<EventAction, Consequence>> = {
  'application submitted': submitted,
  'application approved': decided,
  'application rejected': decided,
  'application amended': amended,
  'customer code corrected': decided,
}

function submitted(deps: Writing<Store>, application: Application, { document }: Recorded) {
  const { id, accountType } = application
  enqueue(deps, { kind: 'receipt', ...customerOf(deps, application) }, 'receipt', { document })
  const about = { application: id, businessName: application.businessName ?? '' }
  enqueue(deps, { kind: 'new-application', ...about, accountType }, 'new', { document })
  notifyEndpoints(deps, 'application.submitted', application)
  queueLookUps(deps, id)
}

function decided(deps: Writing<Store>, application: Application, { action, document }: Recorded) {
  const { id, status, version, mainEmail, rejectionReason } = application
  if (status !== 'approved' && status !== 'rejected') throw new Error(`${id} is not decided`)
  const isCorrection = action === 'customer code corrected'
  notifyEndpoints(deps, `application.${isCorrection ? 'updated' : status}`, application)
  if (!mainEmail) return
  const facts = customerOf(deps, application)
  const customerCode = application.customerCode ?? ''
  const agreed = approvedAs(deps, application)
  const email = isCorrection
    ? ({ kind: 'code-corrected', ...facts, customerCode } as const)
    : status === 'approved'
      ? ({ kind: 'approval', ...facts, customerCode, agreed } as const)
      : ({ kind: 'rejection', ...facts, reason: rejectionReason } as const)
  const cause = isCorrection ? email.kind : status
  enqueue(deps, email, `${cause}|${version}`, { document })
}

function amended(
  deps: Writing<Store>,
  application: Application,
  { section = '', changes = [] }: Recorded,
  actor: Actor,
) {
  const { id, status, version, owner } = application
  if (status === 'draft') {
    const to = { name: '', address: applicantAddress(application) }
    // a draft may have half an address
    if (faultOf('mainEmail', to.address)) return
    const fields = changes.map(({ field }) => field)
    enqueue(deps, { kind: 'draft-edited', to, draft: id, fields }, `draft-edited|${id}|${version}`)
    return
  }
  notifyEndpoints(deps, 'application.updated', application)
  if (actor.kind !== 'client') return
  const businessName = application.businessName ?? ''
  const about = { application: id, businessName, owner: ownerName(deps, owner) }
  enqueueEdit(deps, { kind: 'client-edit', ...about, section, changes }, version)
}

type Told = Pick<typeof applications.$inferSelect, 'id' | 'status' | 'customerCode' | 'version'>

export function notifyEndpoints(
  deps: Writing<Store>,
  kind: WebhookEvent,
  { id: application, status, customerCode, version }: Told,
) {
  const endpoints = deps.db.orm
    .select({ id: webhookEndpoints.id, events: webhookEndpoints.events })
    .from(webhookEndpoints)
    .all()
  const changedAt = new Date(deps.now()).toISOString()
  const link = `${deps.env.APP_URL}/admin/applications/${application}`
  const data = { application, status, customerCode, changedAt, link }
  const body = { type: kind, timestamp: changedAt, data }
  for (const { id: endpoint, events } of endpoints)
    if (events.includes(kind))
      addJob(deps, {
        queue: 'webhook',
        kind,
        data: body,
        application,
        endpoint,
        dedupeKey: `webhook|${endpoint}|${kind}|${version}`,
      })
}
