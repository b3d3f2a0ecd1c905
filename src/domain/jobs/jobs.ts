import { and, eq, gt, lte, ne, or, type SQL, sql } from 'drizzle-orm'
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core'
import { jobs } from '#db/schema/jobs.ts'
import { transact, writable } from '#db/transaction.ts'
import type { Deps, Store } from '#src/deps.ts'
import { hours, minutes, seconds } from '#src/domain/calendar.ts'
import type { Reason } from '#src/mail/mailer.ts'
import type { Work } from './job-kinds.ts'

export type Job = typeof jobs.$inferSelect

export const isEmail = eq(jobs.queue, 'email')

export const openStates = ['waiting', 'leased'] as const

export const longestWait = hours(2)

export const lease = minutes(2)

/** How often a lease is renewed while its job runs. */
export const renewal = minutes(1)

/**
 * How long an email that may have arrived waits before the next attempt. By then a slow server has accepted or dropped
 * it.
 */
export const unconfirmedWait = minutes(15)

export const longestLease = unconfirmedWait + renewal

export const givesUpAfter = hours(48)

type NewJob = Work & {
  /** Names the cause. The same cause never stores two jobs for one application, or two without an application. */
  dedupeKey: string
  /** Milliseconds from now. */
  dueIn?: number
  /** Milliseconds until the loop is woken. A job that is due may wait for the next round of the loop. */
  wakeAfter?: number
} & Partial<Pick<Job, 'application' | 'endpoint' | 'document' | 'mailbox' | 'state'>>

/** Stores a job, unless its cause has stored one before, and wakes the loop. */
export function addJob(deps: Store, { dueIn = 0, wakeAfter = 0, ...job }: NewJob) {
  const at = deps.now()
  deps.db.orm
    .insert(jobs)
    .values({ ...job, createdAt: at, nextAt: at + dueIn })
    .onConflictDoNothing()
    .run()
  if (wakeAfter > 0) setTimeout(() => wakeJobs(deps), wakeAfter).unref()
  else wakeJobs(deps)
}

/** Names the queue in both halves, because SQLite would not use the index otherwise. */
export const isDue = (queue: Job['queue'], at: number) =>
  or(
    and(eq(jobs.queue, queue), eq(jobs.state, 'waiting'), isOver(jobs.nextAt, at, longestWait)),
    and(
      eq(jobs.queue, queue),
      eq(jobs.state, 'leased'),
      isOver(jobs.leasedUntil, at, longestLease),
    ),
  )

/**
 * Returns whether a time is past, or further ahead than any wait. In that case it was stored before the clock was set
 * back.
 */
const isOver = (column: SQLiteColumn, at: number, longest: number) =>
  or(lte(column, at), gt(column, at + longest))

export const takeFirst = (
  deps: Deps,
  where: SQL | undefined,
  ...order: (SQLiteColumn | SQL)[]
): Job | null =>
  transact(deps, (tx) => {
    const wanted = tx.db.orm
      .select({ id: jobs.id })
      .from(jobs)
      .where(where)
      .orderBy(...order)
    const first = wanted.limit(1).get()
    return first ? leaseJob(tx, first.id) : null
  })

/** Leases a job to a worker. `attempts` identifies the lease: a worker with an older number has lost the job. */
export function leaseJob({ db, now }: Store, id: number): Job {
  const at = now()
  return db.orm
    .update(jobs)
    .set({
      state: 'leased',
      leasedUntil: at + lease,
      handedOverAt: null,
      attempts: sql`${jobs.attempts} + 1`,
      firstTriedAt: sql`coalesce(${jobs.firstTriedAt}, ${at})`,
    })
    .where(eq(jobs.id, id))
    .returning()
    .get()
}

/**
 * Renews a lease. Returns false when the job no longer belongs to this worker, because it was cancelled, erased, or
 * taken by another worker after a pause.
 */
export const renewLease = ({ db, now }: Store, job: Job): boolean =>
  db.orm
    .update(jobs)
    .set({
      leasedUntil: sql`${now()} + case when ${jobs.handedOverAt} is null then ${lease} else ${longestLease} end`,
    })
    .where(heldAs(job))
    .run().changes === 1

/** Stores that an email may have arrived, so that the next server also waits after a crash. */
export const markHandedOver = ({ db, now }: Store, job: Job) =>
  db.orm
    .update(jobs)
    .set({ handedOverAt: now(), leasedUntil: now() + longestLease })
    .where(heldAs(job))
    .run()

/**
 * Frees the jobs of a server that has ended. A job waits for the end of its lease if it was tried twice, because it may
 * kill the server at each start, or if its email may have arrived.
 */
export function reclaimJobs({ db, now }: Store) {
  const { attempts, handedOverAt, lastReason, lastFailedAt, leasedUntil } = jobs
  const at = now()
  const mayHaveArrived = sql`${handedOverAt} is not null`
  db.orm
    .update(jobs)
    .set({
      state: 'waiting',
      nextAt: sql`case when ${attempts} > 1 or ${mayHaveArrived} then ${leasedUntil} else ${at} end`,
      leasedUntil: null,
      lastReason: sql`case when ${mayHaveArrived} then ${unconfirmed} else ${lastReason} end`,
      lastFailedAt: sql`case when ${mayHaveArrived} then ${at} else ${lastFailedAt} end`,
    })
    .where(eq(jobs.state, 'leased'))
    .run()
}

export const isHeld = ({ db }: Store, job: Job): boolean =>
  db.orm.select({ id: jobs.id }).from(jobs).where(heldAs(job)).get() !== undefined

export const markSent = (deps: Store, job: Job) =>
  finish(deps, job, { state: 'sent', sentAt: deps.now(), lastReason: null })

export const markDiscarded = (deps: Store, job: Job) => finish(deps, job, { state: 'discarded' })

const unconfirmed: Reason = 'UNCONFIRMED'

type Failed = {
  permanent: boolean
  reason: string
  wait: number
}

/** Puts a job off, or gives it up after 48 hours. Returns its new state. */
export function markFailed(deps: Deps, job: Job, { permanent, reason, wait }: Failed) {
  const at = deps.now()
  const refusals = permanent ? job.refusals + 1 : 0
  const isExpired = at - (job.firstTriedAt ?? at) >= givesUpAfter
  const state = refusals >= 2 || isExpired ? 'dead' : 'waiting'
  const failure = {
    state,
    refusals,
    lastReason: reason,
    lastFailedAt: at,
    nextAt: at + wait,
  } as const
  finish(deps, job, reason === unconfirmed ? failure : { ...failure, handedOverAt: null })
  return state
}

export const release = (deps: Store, job: Job, wait: number) =>
  finish(deps, job, { state: 'waiting', nextAt: deps.now() + wait })

export const markRefused = (deps: Store, job: Job, lastReason: string) =>
  finish(deps, job, { state: 'dead', lastReason, lastFailedAt: deps.now() })

/**
 * Sets aside a job that this version cannot read. It is listed with the failed jobs, and the jobs behind it continue.
 */
export function setAside(deps: Deps, { id, queue, kind }: Job) {
  deps.log.error({ job: id, queue, kind }, 'a job cannot be read and was set aside')
  deps.db.orm
    .update(jobs)
    .set({ state: 'dead', lastReason: unreadable, lastFailedAt: deps.now(), leasedUntil: null })
    .where(and(eq(jobs.id, id), ne(jobs.state, 'sent')))
    .run()
}

const unreadable: Reason = 'UNREADABLE'

/**
 * Returns the wait before the next attempt: `first`, doubled at each attempt up to an hour, a fifth more or less.
 * `random` is between 0 and 1.
 */
export function backoff(attempts: number, random: number, first = seconds(30)): number {
  const plain = Math.min(first * 2 ** Math.min(attempts - 1, 10), hours(1))
  return Math.round(plain * (0.8 + 0.4 * random))
}

/** Stores the result of a job. It waits as long as the lease lasts, because the job would otherwise be done twice. */
export async function settle<Result>(deps: Deps, write: () => Result): Promise<Result> {
  await writable(deps, lease)
  return transact(deps, write)
}

/** Wakes the loop. `atOnce` also ends the pause after failures of the mail server. */
export function wakeJobs({ jobListeners }: Store, atOnce = false) {
  setImmediate(() => {
    for (const wake of jobListeners) wake(atOnce)
  })
}

const finish = ({ db }: Store, job: Job, values: Partial<Job>): boolean =>
  db.orm
    .update(jobs)
    .set({ ...values, leasedUntil: null })
    .where(heldAs(job))
    .run().changes === 1

const heldAs = ({ id, attempts }: Job) =>
  and(eq(jobs.id, id), eq(jobs.state, 'leased'), eq(jobs.attempts, attempts))
