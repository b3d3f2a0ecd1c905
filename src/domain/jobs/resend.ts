import { and, eq } from 'drizzle-orm'
import { jobs } from '#db/schema/jobs.ts'
import { transact } from '#db/transaction.ts'
import type { Deps } from '#src/deps.ts'
import type { Admin } from '#src/domain/actor.ts'
import { recordEvent } from '#src/domain/audit/events.ts'
import { Refusal } from '#src/domain/refusal.ts'
import { type Job, wakeJobs } from './jobs.ts'

type Resendable = 'email' | 'webhook'

/** Tries a job again at once, and for another 48 hours. Refuses 'unknown'. */
export function resendJob(deps: Deps, admin: Admin, queue: Resendable, id: number) {
  change(deps, admin, queue, id, 'resent', {
    state: 'waiting',
    nextAt: deps.now(),
    firstTriedAt: null,
    refusals: 0,
  })
  wakeJobs(deps, true)
}

/** Discards a job. Refuses 'unknown', and 'conflict' while the job is being done. */
export const discardJob = (deps: Deps, admin: Admin, queue: Resendable, id: number) =>
  change(deps, admin, queue, id, 'discarded', { state: 'discarded' })

function change(
  deps: Deps,
  admin: Admin,
  queue: Resendable,
  id: number,
  done: 'resent' | 'discarded',
  values: Partial<Job>,
) {
  const noun = queue === 'email' ? 'email' : 'webhook event'
  transact(deps, (tx) => {
    const job = tx.db.orm
      .select()
      .from(jobs)
      .where(and(eq(jobs.id, id), eq(jobs.queue, queue)))
      .get()
    if (!job) throw new Refusal('unknown', `This ${noun} no longer exists`)
    if (job.state !== 'dead' && job.state !== 'waiting')
      throw new Refusal(
        'conflict',
        `This ${noun} is being sent, or has already been sent or discarded`,
      )
    tx.db.orm.update(jobs).set(values).where(eq(jobs.id, id)).run()
    recordEvent(tx, admin, {
      action: `${noun} ${done}`,
      application: job.application ?? undefined,
    })
    // the jobs behind this one no longer wait for it
    if (values.state === 'discarded') wakeJobs(tx)
  })
}
