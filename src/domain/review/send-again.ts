import { and, eq } from 'drizzle-orm'
import { jobs } from '#db/schema/jobs.ts'
import { transact } from '#db/transaction.ts'
import type { Deps, Store } from '#src/deps.ts'
import type { Admin } from '#src/domain/actor.ts'
import { authorize } from '#src/domain/applications/access.ts'
import type { Application } from '#src/domain/applications/application.ts'
import { recordEvent } from '#src/domain/audit/events.ts'
import { minutes } from '#src/domain/calendar.ts'
import { enqueue } from '#src/domain/jobs/email-jobs.ts'
import { readEmail } from '#src/domain/jobs/job-kinds.ts'
import { isEmail, type Job } from '#src/domain/jobs/jobs.ts'
import { isRequestOpen } from '#src/domain/portal/requests.ts'
import { Refusal } from '#src/domain/refusal.ts'
import type { Email } from '#src/mail/messages/kinds.ts'

/**
 * Sends an email again to the present main address, at most once a minute. Refuses 'unknown', and 'conflict' when the
 * email is out of date.
 */
export function sendAgain(deps: Deps, actor: Admin, id: string, job: number) {
  transact(deps, (tx) => {
    const application = authorize(tx, actor, 'decide', id)
    const sent = tx.db.orm
      .select()
      .from(jobs)
      .where(and(eq(jobs.id, job), eq(jobs.application, id), isEmail))
      .get()
    if (!sent) throw new Refusal('unknown', 'This email no longer exists')
    const email = readEmail(sent)
    if (!email || !maySendAgain(tx, application, sent))
      throw new Refusal('conflict', 'This email no longer says how things stand')
    const to = { name: application.businessName ?? '', address: application.mainEmail ?? '' }
    const key = `${sent.kind}|again|${Math.floor(tx.now() / minutes(1))}`
    enqueue(tx, { ...email, to } as Email, key, { document: sent.document })
    recordEvent(tx, actor, { action: 'email resent', application: id })
  })
}

export function maySendAgain(
  deps: Store,
  { status, customerCode, rejectionReason, mainEmail }: Application,
  job: Pick<Job, 'kind' | 'state' | 'data'>,
): boolean {
  const email = job.state === 'sent' && mainEmail ? readEmail(job) : null
  switch (email?.kind) {
    case 'receipt':
      return true
    case 'rejection':
      return status === 'rejected' && email.reason === rejectionReason
    case 'information-request':
      return isRequestOpen(deps, email.request)
    case 'approval':
    case 'code-corrected':
      return status === 'approved' && email.customerCode === customerCode
    default:
      return false
  }
}
