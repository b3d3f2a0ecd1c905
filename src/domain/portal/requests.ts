import { and, desc, eq, inArray, isNotNull, isNull, lte, sql } from 'drizzle-orm'
import { applications } from '#db/schema/applications.ts'
import { jobs } from '#db/schema/jobs.ts'
import { attachments, fileFacts, informationRequests } from '#db/schema/review.ts'
import { transact, type Writing } from '#db/transaction.ts'
import type { Deps, Store } from '#src/deps.ts'
import type { Admin } from '#src/domain/actor.ts'
import { authorize } from '#src/domain/applications/access.ts'
import type { Application } from '#src/domain/applications/application.ts'
import { recordEvent } from '#src/domain/audit/events.ts'
import { requestChange } from '#src/domain/audit/proven-facts.ts'
import { days, instant } from '#src/domain/calendar.ts'
import { ensureRecipient } from '#src/domain/clients/clients.ts'
import { enqueue } from '#src/domain/jobs/email-jobs.ts'
import { Refusal, refusalAt } from '#src/domain/refusal.ts'
import { requestTexts } from '#src/forms/requests/requests.ts'

/**
 * Asks the client for information. Refuses 'conflict' unless the application is submitted and has a main address, and
 * while an earlier question by staff is open.
 */
export function askForInformation(deps: Deps, actor: Admin, id: string, text: string) {
  transact(deps, (tx) => {
    const application = authorize(tx, actor, 'annotate', id)
    const { seq, status, mainEmail } = application
    if (status !== 'submitted') throw cannotAsk(requestTexts.notSubmitted)
    if (openRequestsOf(tx, application).some(({ isStanding }) => !isStanding))
      throw cannotAsk(requestTexts.alreadyOpen)
    if (!mainEmail) throw cannotAsk(requestTexts.noAddress)
    const row = { application: seq, text, askedBy: actor.username, askedAt: tx.now() }
    const request = tx.db.orm.insert(informationRequests).values(row).returning().get()
    recordEvent(tx, actor, {
      action: 'information requested',
      application: id,
      changes: [requestChange(request.id), { field: 'question', before: null, after: text }],
    })
    emailRequest(tx, 'information-request', application, request, requestKey(request.id))
  })
}

const cannotAsk = (message: string) => refusalAt('request', 'conflict', message)

/** Withdraws a request. Refuses 'conflict' when it is no longer open. */
export function withdrawRequest(deps: Deps, actor: Admin, id: string, request: number) {
  transact(deps, (tx) => {
    const application = authorize(tx, actor, 'annotate', id)
    if (!closeOpenRequests(tx, application, request))
      throw new Refusal('conflict', requestTexts.notOpen)
    recordEvent(tx, actor, {
      action: 'information request withdrawn',
      application: id,
      changes: [requestChange(request)],
    })
  })
}

function emailRequest(
  deps: Writing<Deps>,
  kind: 'information-request' | 'information-reminder',
  application: Application,
  { id: request, text }: InformationRequest,
  key: string,
) {
  enqueue(deps, { kind, ...ensureRecipient(deps, application), request, text }, key)
}

const reminderAfter = days(3)

/**
 * Reminds a customer once of each request, three days after its email was sent. A standing question was sent with the
 * receipt.
 */
export function remindCustomers(deps: Deps) {
  transact(deps, (tx) => {
    for (const { application, request } of dueRequests(tx)) {
      const { id, mainEmail } = application
      if (!mainEmail) continue
      tx.db.orm
        .update(informationRequests)
        .set({ remindedAt: tx.now() })
        .where(eq(informationRequests.id, request.id))
        .run()
      recordEvent(tx, { kind: 'system' }, { action: 'customer reminded', application: id })
      const key = `information-reminder|${request.id}`
      emailRequest(tx, 'information-reminder', application, request, key)
    }
  })
}

const dueRequests = (deps: Store) =>
  deps.db.orm
    .select({ application: applications, request: informationRequests })
    .from(informationRequests)
    .innerJoin(applications, eq(applications.seq, informationRequests.application))
    .where(
      and(
        isOpen,
        isNull(informationRequests.remindedAt),
        lte(informationRequests.askedAt, deps.now() - reminderAfter),
      ),
    )
    .all()
    .filter(({ application, request }) =>
      wasSent(deps, application.id, request.isStanding ? 'receipt' : requestKey(request.id)),
    )

const wasSent = ({ db, now }: Store, application: string, dedupeKey: string) =>
  db.orm
    .select({ id: jobs.id })
    .from(jobs)
    .where(
      and(
        eq(jobs.application, application),
        eq(jobs.dedupeKey, dedupeKey),
        eq(jobs.state, 'sent'),
        lte(jobs.sentAt, now() - reminderAfter),
      ),
    )
    .get() !== undefined

export type InformationRequest = typeof informationRequests.$inferSelect

const mostShown = 50

export const requestsOf = (
  { db }: Store,
  { seq }: Pick<Application, 'seq'>,
  most = mostShown,
): InformationRequest[] =>
  db.orm
    .select()
    .from(informationRequests)
    .where(eq(informationRequests.application, seq))
    .orderBy(desc(informationRequests.id))
    .limit(most)
    .all()

/** Returns the open requests: at most one by staff, and the standing one. */
export const openRequestsOf = (
  { db }: Store,
  { seq }: Pick<Application, 'seq'>,
): InformationRequest[] =>
  db.orm
    .select()
    .from(informationRequests)
    .where(and(eq(informationRequests.application, seq), isOpen))
    .all()

export const isRequestOpen = ({ db }: Store, id: number): boolean =>
  db.orm
    .select({ id: informationRequests.id })
    .from(informationRequests)
    .where(and(eq(informationRequests.id, id), isOpen))
    .get() !== undefined

/**
 * Closes all open requests, or only the given one, and deletes the files that are being uploaded for them. Returns
 * whether a request was open.
 */
export function closeOpenRequests(
  deps: Writing<Store>,
  application: Pick<Application, 'seq'>,
  only: number | null = null,
): boolean {
  const { orm } = deps.db
  const open = openRequestsOf(deps, application).filter(({ id }) => only === null || id === only)
  for (const { id } of open) {
    orm
      .update(informationRequests)
      .set({ closedAt: deps.now() })
      .where(eq(informationRequests.id, id))
      .run()
    orm.delete(attachments).where(eq(attachments.request, id)).run()
  }
  return open.length > 0
}

const requestKey = (id: number) => `information-request|${id}`

export const isOpen = and(
  isNull(informationRequests.answeredAt),
  isNull(informationRequests.closedAt),
)

/**
 * While a question by staff is open, the application waits for its client; a standing question holds up nothing. The
 * condition is a literal, because only then can SQLite use the index of open questions.
 */
export const isByStaff = sql`is_standing = 0`

/**
 * A time in which an application waited for its customer, as ISO instants in UTC. `until` is `null` while it is
 * waiting.
 */
export type Pause = { from: string; until: string | null }

export function pausesOf({ db }: Store, applications: number[]): Map<number, Pause[]> {
  if (applications.length === 0) return new Map()
  const { application, askedAt, answeredAt, closedAt, id } = informationRequests
  const rows = db.orm
    .select({ application, askedAt, answeredAt, closedAt })
    .from(informationRequests)
    .where(and(inArray(application, applications), isByStaff))
    .orderBy(id)
    .all()
  const pauses = new Map<number, Pause[]>()
  for (const row of rows) {
    const until = row.answeredAt ?? row.closedAt
    const pause = { from: instant(row.askedAt), until: instant(until) }
    pauses.set(row.application, [...(pauses.get(row.application) ?? []), pause])
  }
  return pauses
}

export const filesOf = ({ db }: Store, request: number) =>
  db.orm
    .select(fileFacts)
    .from(attachments)
    .innerJoin(informationRequests, eq(informationRequests.id, attachments.request))
    .where(and(eq(attachments.request, request), isAnswered))
    .orderBy(attachments.id)
    .all()

export const isAnswered = isNotNull(informationRequests.answeredAt)
