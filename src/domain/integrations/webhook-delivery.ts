import { transact } from '#db/transaction.ts'
import { whenWritable } from '#db/write-lock.ts'
import type { Deps } from '#src/deps.ts'
import {
  isHeld,
  markDiscarded,
  markFailed,
  markSent,
  type OutboxRow,
} from '#src/domain/outbox/queue.ts'
import { settle } from '#src/domain/outbox/settle.ts'
import { reasonCode } from '#src/mail/mailer.ts'
import { failureOf, noteAnswer } from './webhook-answers.ts'
import { disableByItself, endpointOf } from './webhook-endpoints.ts'
import { postEvent, type WebhookAnswer } from './webhook-request.ts'
import { type Endpoint, signedHeaders } from './webhook-secrets.ts'

/** "Gone": the endpoint wants no more events. */
const gone = 410

/**
 * Sends one leased event and writes down the answer. When `stopping` breaks it off, it goes again after its lease, under
 * the same `webhook-id`.
 */
export async function deliverEvent(deps: Deps, row: OutboxRow, stopping: AbortSignal) {
  await whenWritable(deps.db)
  const endpoint = endpointOf(deps, row.endpoint ?? '')
  if (!endpoint || !isHeld(deps, row)) {
    await settle(deps, row, () => markDiscarded(deps, row))
    return
  }
  const answer = await send(deps, endpoint, row, stopping)
  if (answer.status === null && stopping.aborted) return
  await settle(deps, row, () => conclude(deps, endpoint, row, answer))
}

async function send(
  deps: Deps,
  endpoint: Endpoint,
  row: OutboxRow,
  signal: AbortSignal,
): Promise<WebhookAnswer> {
  const body = JSON.stringify(row.email)
  try {
    const headers = signedHeaders(deps, endpoint, messageIdOf(row), body)
    return await postEvent(deps, endpoint.address, { body, headers, signal })
  } catch (err) {
    deps.log.error({ err, event: row.id }, 'a webhook event could not be signed')
    return { status: null, reason: 'NOT_WRITTEN' }
  }
}

/** An event that is sent again keeps its name, so that an endpoint can tell that it knows it already. */
const messageIdOf = ({ id, createdAt }: OutboxRow) => `evt_${id}_${createdAt.toString(36)}`

/** An application that was erased meanwhile, or an endpoint that was removed, leaves no answer behind. */
function conclude(deps: Deps, endpoint: Endpoint, row: OutboxRow, answer: WebhookAnswer) {
  transact(deps, (deps) => {
    if (!isHeld(deps, row)) return
    noteAnswer(deps, { endpoint: endpoint.id, outbox: row.id, event: row.kind }, answer)
    const failure = failureOf(answer)
    if (!failure) return markSent(deps, row)
    const isGone = answer.status === gone
    const state = isGone
      ? markFailed(deps, { ...row, refusals: 1 }, { ...failure, permanent: true }, 0)
      : markFailed(deps, row, failure, Math.random())
    const facts = { event: row.id, endpoint: endpoint.id, reason: reasonCode(failure) }
    if (state === 'dead') deps.log.error(facts, 'a webhook event was given up')
    else deps.log.warn(facts, 'a webhook event could not be delivered')
    if (isGone) disableByItself(deps, endpoint, 'gone')
    // 48 hours are over, and nothing behind it had a chance
    else if (state === 'dead' && !failure.permanent) disableByItself(deps, endpoint, 'failing')
  })
}
