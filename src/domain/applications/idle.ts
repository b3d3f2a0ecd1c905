import { setImmediate } from 'node:timers/promises'
import {
  and,
  between,
  eq,
  gt,
  inArray,
  isNotNull,
  isNull,
  lt,
  notExists,
  type SQL,
} from 'drizzle-orm'
import { applications } from '#db/schema/applications.ts'
import { signatureRequests } from '#db/schema/signing.ts'
import { transact, type Writing } from '#db/transaction.ts'
import type { Deps, Store } from '#src/deps.ts'
import { recordEvent } from '#src/domain/audit/events.ts'
import { days } from '#src/domain/calendar.ts'
import { emailsSince, enqueue } from '#src/domain/jobs/email-jobs.ts'
import { linkLifetime } from '#src/domain/jobs/email-links.ts'
import { faultOf } from '#src/forms/fields/schema.ts'
import { type Application, applicantAddress } from './application.ts'
import { removeApplication } from './drafts.ts'

/** One transaction handles this many applications, which takes about 4 ms each on a busy machine. */
export const mostAtOnce = 10

/**
 * Removes the applications that are due, a few at a time, and returns how many it removed. It stops when the server
 * begins to drain.
 */
export async function removeStale<D extends Deps>(
  deps: D,
  isDue: (deps: D) => SQL | undefined,
  remove: (deps: Writing<D>, application: Application) => void,
): Promise<number> {
  const removeSome = () =>
    transact(deps, (tx) => {
      const due = tx.db.orm.select().from(applications).where(isDue(tx)).limit(mostAtOnce).all()
      for (const application of due) remove(tx, application)
      return due.length
    })
  let removed = 0
  while (!deps.draining()) {
    const some = await removeSome()
    removed += some
    if (some < mostAtOnce) break
    await setImmediate()
  }
  return removed
}

const reminderAfter = days(3)

/** The limit of reminders to one mailbox. */
const mostInDay = 3

/**
 * Reminds applicants of each draft once, after three days without a change, unless the draft would be removed before
 * its links expire.
 */
export async function remindOfDrafts(deps: Deps) {
  const due = deps.db.orm
    .select({ seq: applications.seq })
    .from(applications)
    .where(isDue(deps))
    .orderBy(applications.updatedAt)
    .all()
    .map(({ seq }) => seq)
  for (let from = 0; from < due.length && !deps.draining(); from += mostAtOnce) {
    const some = due.slice(from, from + mostAtOnce)
    transact(deps, (tx) => {
      const drafts = tx.db.orm
        .select()
        .from(applications)
        .where(and(inArray(applications.seq, some), isDue(tx)))
        .all()
      for (const draft of drafts) remind(tx, draft)
    })
    await setImmediate()
  }
}

function remind(deps: Writing<Deps>, draft: Application) {
  const { seq, id } = draft
  const address = applicantAddress(draft)
  if (faultOf('mainEmail', address)) return
  // this mailbox is reminded of its other drafts on the following days
  if (emailsSince(deps, address, ['draft-reminder'], deps.now() - days(1)) >= mostInDay) return
  deps.db.orm
    .update(applications)
    .set({ remindedAt: deps.now() })
    .where(eq(applications.seq, seq))
    .run()
  const email = { kind: 'draft-reminder', to: { name: '', address }, draft: id } as const
  enqueue(deps, email, `draft-reminder|${id}`)
  recordEvent(deps, { kind: 'system' }, { action: 'applicant reminded', application: id })
}

const isDue = ({ db, now }: Store) =>
  and(
    eq(applications.status, 'draft'),
    between(applications.updatedAt, now() - draftIdle + linkLifetime, now() - reminderAfter),
    isNull(applications.remindedAt),
    isNotNull(applications.mainEmail),
    notExists(waitingFor(db, now())),
  )

/** An applicant who waits for somebody else's signature needs no reminder. */
const waitingFor = ({ orm }: Store['db'], at: number) =>
  orm
    .select({ application: signatureRequests.application })
    .from(signatureRequests)
    .where(
      and(
        eq(signatureRequests.application, applications.seq),
        eq(signatureRequests.state, 'waiting'),
        gt(signatureRequests.expiresAt, at),
      ),
    )

const draftIdle = days(30)

export const removeIdleDrafts = (deps: Deps): Promise<number> =>
  removeStale(
    deps,
    ({ now }) =>
      and(eq(applications.status, 'draft'), lt(applications.updatedAt, now() - draftIdle)),
    (tx, draft) => removeApplication(tx, { kind: 'system' }, draft, 'idle draft removed'),
  )
