import { and, eq, sql } from 'drizzle-orm'
import { webhookEndpoints } from '#db/schema/integrations.ts'
import { jobs } from '#db/schema/jobs.ts'
import { transact, writable } from '#db/transaction.ts'
import type { Deps, Store } from '#src/deps.ts'
import type { Admin } from '#src/domain/actor.ts'
import { recordEvent } from '#src/domain/audit/events.ts'
import { readWork } from '#src/domain/jobs/job-kinds.ts'
import {
  backoff,
  isDue,
  isHeld,
  type Job,
  leaseJob,
  markDiscarded,
  markFailed,
  markSent,
  setAside,
  settle,
} from '#src/domain/jobs/jobs.ts'
import type { Queue } from '#src/domain/jobs/loop.ts'
import { Refusal, refuseToSend } from '#src/domain/refusal.ts'
import {
  answerWords,
  integrationTexts,
  testEvent,
} from '#src/forms/integrations/integration-texts.ts'
import { reasonCode } from '#src/mail/mailer.ts'
import { newToken } from '#src/security/tokens.ts'
import { type Endpoint, endpointOf, isOpen, signedHeaders } from './webhook-endpoints.ts'
import { failureOf, noteAnswer, postEvent, type WebhookAnswer } from './webhook-request.ts'

const gone = 410

/** Sends one event at a time to each endpoint, so that a slow endpoint does not hold up the others. */
export const webhookQueue = (deps: Deps): Queue => ({
  name: 'webhook',
  lanes: () => endpointsToTell(deps),
  async turn(endpoint, stopping) {
    const job = takeEvent(deps, endpoint)
    if (!job) return false
    await deliverEvent(deps, job, stopping)
    return true
  },
})

export const endpointsToTell = ({ db }: Store): string[] =>
  db.orm
    .select({ id: webhookEndpoints.id })
    .from(webhookEndpoints)
    .where(
      sql`exists (select 1 from ${jobs} where ${jobs.endpoint} = ${webhookEndpoints.id} and ${isOpen})`,
    )
    .all()
    .map(({ id }) => id)

/** Takes the oldest event of an endpoint. Later events wait for it, so that they arrive in order. */
export const takeEvent = (deps: Deps, endpoint: string): Job | null =>
  transact(deps, (tx) => {
    const head = tx.db.orm
      .select({ id: jobs.id, isDue: sql<number>`${isDue('webhook', tx.now())}` })
      .from(jobs)
      .where(and(eq(jobs.endpoint, endpoint), isOpen))
      .orderBy(jobs.id)
      .get()
    return head?.isDue ? leaseJob(tx, head.id) : null
  })

/** Sends an event. If `stopping` breaks it off, it is sent again after its lease with the same `webhook-id`. */
async function deliverEvent(deps: Deps, job: Job, stopping: AbortSignal) {
  const endpoint = endpointOf(deps, job.endpoint ?? '')
  if (!endpoint || !isHeld(deps, job)) {
    await settle(deps, () => markDiscarded(deps, job))
    return
  }
  const event = readWork('webhook', job)
  if (!event) {
    await settle(deps, () => setAside(deps, job))
    return
  }
  const body = JSON.stringify(event.data)
  const answer = await send(deps, endpoint, job, body, stopping)
  if (answer.status === null && stopping.aborted) return
  await settle(deps, () => conclude(deps, endpoint, job, answer))
}

async function send(
  deps: Deps,
  endpoint: Endpoint,
  job: Job,
  body: string,
  signal: AbortSignal,
): Promise<WebhookAnswer> {
  try {
    const headers = signedHeaders(deps, endpoint, messageIdOf(job), body)
    return await postEvent(deps, endpoint.address, { body, headers, signal })
  } catch (err) {
    deps.log.error({ err, event: job.id }, 'a webhook event could not be signed')
    return { status: null, reason: 'NOT_WRITTEN' }
  }
}

const messageIdOf = ({ id, createdAt }: Job) => `evt_${id}_${createdAt.toString(36)}`

/** Stores an answer, unless the application was erased or the endpoint was removed in the meantime. */
function conclude(deps: Deps, endpoint: Endpoint, job: Job, answer: WebhookAnswer) {
  transact(deps, (tx) => {
    if (!isHeld(tx, job)) return
    noteAnswer(tx, { endpoint: endpoint.id, job: job.id, event: job.kind }, answer)
    const failure = failureOf(answer)
    if (!failure) return markSent(tx, job)
    const isGone = answer.status === gone
    const reason = reasonCode(failure)
    const state = markFailed(tx, isGone ? { ...job, refusals: 1 } : job, {
      permanent: failure.permanent || isGone,
      reason,
      wait: backoff(job.attempts, Math.random()),
    })
    const facts = { event: job.id, endpoint: endpoint.id, reason }
    if (state === 'dead') tx.log.error(facts, 'a webhook event has failed for good')
    else tx.log.warn(facts, 'a webhook event could not be delivered')
  })
}

/** Sends a test event without the queue. Refuses 'unknown'. */
export async function sendTestEvent(
  deps: Deps,
  actor: Admin,
  id: string,
): Promise<{ ok: boolean; words: string }> {
  refuseToSend(deps)
  const endpoint = endpointOf(deps, id)
  if (!endpoint) throw new Refusal('unknown', integrationTexts.noEndpoint)
  const { address } = endpoint
  transact(deps, (tx) =>
    recordEvent(tx, actor, {
      action: 'webhook tested',
      changes: [{ field: 'address', before: address, after: address }],
    }),
  )
  const at = new Date(deps.now()).toISOString()
  const body = JSON.stringify({ type: testEvent, timestamp: at, data: {} })
  const headers = signedHeaders(deps, endpoint, `evt_test_${newToken()}`, body)
  const answer = await postEvent(deps, address, {
    body,
    headers,
    signal: new AbortController().signal,
  })
  await writable(deps)
  transact(deps, (tx) => {
    if (endpointOf(tx, id)) noteAnswer(tx, { endpoint: id, job: null, event: testEvent }, answer)
  })
  const { status } = answer
  const words = answerWords(status, status === null ? answer.reason : null)
  return { ok: failureOf(answer) === null, words: `${words}: ${address}` }
}
