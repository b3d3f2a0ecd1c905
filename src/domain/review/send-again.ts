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
import { isEmail, type Job } from '#src/domain/jobs/jobs.ts'
import { isRequestOpen } from '#src/domain/portal/requests.ts'
import { Refusal } from '#src/domain/refusal.ts'
import type { Email } from '#src/mail/messages/kinds.ts'

/**
 * To the present main address, at most once a minute. Refuses 'unknown', and 'conflict' for an email that no longer
 * holds.
 */
export function sendAgain(deps: Deps, actor: Admin, id: string, job: number) {
  transact(deps, (deps) => {
    const application = authorize(deps, actor, 'decide', id)
    const sent = deps.db.orm
      .select()
      .from(jobs)
      .where(and(eq(jobs.id, job), eq(jobs.application, id), isEmail))
      .get()
    if (!sent) throw new Refusal('unknown', 'This email no longer exists')
    if (!maySendAgain(deps, application, sent))
      throw new Refusal('conflict', 'This email no longer says how things stand')
    const to = { name: application.businessName ?? '', address: application.mainEmail ?? '' }
    const key = `${sent.kind}|again|${Math.floor(deps.now() / minutes(1))}`
    enqueue(deps, { ...sent.data, to } as Email, key, { document: sent.document })
    recordEvent(deps, actor, { action: 'email resent', application: id })
  })
}

export function maySendAgain(
  deps: Store,
  { status, customerCode, rejectionReason, mainEmail }: Application,
  { kind, state, data }: Pick<Job, 'kind' | 'state' | 'data'>,
): boolean {
  if (state !== 'sent' || !mainEmail) return false
  if (kind === 'receipt') return true
  if (kind === 'rejection') return status === 'rejected' && data.reason === rejectionReason
  if (kind === 'information-request') return isRequestOpen(deps, Number(data.request))
  const isOfCode = kind === 'approval' || kind === 'code-corrected'
  return isOfCode && status === 'approved' && data.customerCode === customerCode
}
