import { and, count, desc, eq, gt, gte, inArray, isNull, lt, sql } from 'drizzle-orm'
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core'
import { jobs } from '#db/schema/jobs.ts'
import type { Writing } from '#db/transaction.ts'
import type { Store } from '#src/deps.ts'
import { minutes } from '#src/domain/calendar.ts'
import { mailboxKey } from '#src/forms/fields/normalised.ts'
import { type EmailRequest, emailRequests } from '#src/mail/email.ts'
import type { Email, EmailOf } from '#src/mail/messages/kinds.ts'
import { readEmail } from './job-kinds.ts'
import { addJob, isEmail, openStates, unconfirmedWait } from './jobs.ts'

/**
 * Queues an email. Each `dedupeKey` is stored once for each application. `after` (ms) delays the wake-up of the loop.
 */
export function enqueue(
  deps: Store,
  email: Email | EmailRequest,
  dedupeKey: string,
  {
    after = 0,
    dueIn = 0,
    document = null,
  }: { after?: number; dueIn?: number; document?: number | null } = {},
) {
  const isRequest = emailRequests.some((kind) => kind === email.kind)
  addJob(deps, {
    queue: 'email',
    kind: email.kind,
    data: email,
    dedupeKey,
    state: isRequest ? 'requested' : 'waiting',
    application: 'application' in email ? email.application : null,
    document,
    mailbox: 'to' in email ? mailboxKey(email.to.address) : null,
    dueIn,
    wakeAfter: after,
  })
}

export const discardEmails = ({ db }: Store, prefix: string) =>
  db.orm
    .update(jobs)
    .set({ state: 'discarded' })
    .where(and(begins(prefix), inArray(jobs.state, openStates)))
    .run()

/** Returns how many emails of these kinds were queued for the mailbox of `address`. */
export const emailsSince = (
  { db }: Store,
  address: string,
  kinds: Email['kind'][],
  since: number,
): number =>
  db.orm
    .select({ emails: count() })
    .from(jobs)
    .where(
      and(
        eq(jobs.mailbox, mailboxKey(address)),
        inArray(jobs.kind, kinds),
        gt(jobs.createdAt, since),
      ),
    )
    .get()?.emails ?? 0

export const newestEmail = ({ db }: Store, prefix: string) =>
  db.orm
    .select({ state: jobs.state, lastReason: jobs.lastReason })
    .from(jobs)
    .where(begins(prefix))
    .orderBy(desc(jobs.id))
    .get()

/** Matches keys that begin with `prefix`. A range lets SQLite use the index. */
const begins = (prefix: string) =>
  and(
    isNull(jobs.application),
    gte(jobs.dedupeKey, prefix),
    lt(jobs.dedupeKey, `${prefix}\u{10ffff}`),
  )

/** Reads one fact of an email's data. Data of another version may not be JSON, and SQLite would fail on it. */
export const emailFact = (data: SQLiteColumn, path: string) =>
  sql`case when json_valid(${data}) then ${data} ->> ${path} end`

export const emailClient = emailFact(jobs.data, '$.client')

export const emailDraft = emailFact(jobs.data, '$.draft')

export const invitationPace = 500

/** Makes waiting emails due now, except that an email which may have arrived keeps its wait. */
export const releaseWaiting = ({ db, now }: Store) =>
  db.orm
    .update(jobs)
    .set({ nextAt: sql`max(${now()}, ${waitOfUnconfirmed})` })
    .where(and(isEmail, eq(jobs.state, 'waiting'), gt(jobs.nextAt, now())))
    .run()

const waitOfUnconfirmed = sql`case when ${jobs.handedOverAt} is null then 0
  else min(${jobs.nextAt}, coalesce(${jobs.lastFailedAt}, 0) + ${unconfirmedWait}) end`

type Edit = EmailOf<'client-edit'>

const gatheringTime = minutes(3)

/** Queues one email for all edits within three minutes. If the edits cancel each other out, no email is sent. */
export function enqueueEdit(deps: Writing<Store>, email: Edit, version: number) {
  const waiting = deps.db.orm
    .select()
    .from(jobs)
    .where(
      and(
        eq(jobs.application, email.application),
        eq(jobs.kind, email.kind),
        eq(jobs.state, 'waiting'),
        // an email that was tried may have arrived
        eq(jobs.attempts, 0),
      ),
    )
    .get()
  const first = waiting && readEmail(waiting)
  if (!waiting || first?.kind !== 'client-edit') {
    enqueue(deps, email, `client-edit|${version}`, { dueIn: gatheringTime })
    return
  }
  const both = joined(first, email)
  deps.db.orm
    .update(jobs)
    .set({ data: both, state: both.changes.length === 0 ? 'discarded' : 'waiting' })
    .where(eq(jobs.id, waiting.id))
    .run()
}

function joined(first: Edit, last: Edit): Edit {
  const changes = new Map(first.changes.map((change) => [change.field, change]))
  for (const change of last.changes)
    changes.set(change.field, {
      ...change,
      before: (changes.get(change.field) ?? change).before,
    })
  const sections = new Set([...first.section.split(', '), last.section])
  return {
    ...last,
    section: [...sections].join(', '),
    changes: [...changes.values()].filter(({ before, after }) => before !== after),
  }
}
