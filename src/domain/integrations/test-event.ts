import { transact } from '#db/transaction.ts'
import type { Deps } from '#src/deps.ts'
import type { Admin } from '#src/domain/actor.ts'
import { recordEvent } from '#src/domain/audit/events.ts'
import { Refusal, refuseToSend } from '#src/domain/refusal.ts'
import { answerWords } from '#src/forms/integrations/answer-words.ts'
import { integrationTexts } from '#src/forms/integrations/integration-texts.ts'
import { testEvent } from '#src/forms/integrations/webhook-events.ts'
import { newToken } from '#src/security/tokens.ts'
import { failureOf, noteAnswer } from './webhook-answers.ts'
import { endpointOf } from './webhook-endpoints.ts'
import { postEvent } from './webhook-request.ts'
import { signedHeaders } from './webhook-secrets.ts'

/** Sends an event that is about nothing, past the queue, also to a disabled endpoint. Refuses 'unknown'. */
export async function sendTestEvent(
  deps: Deps,
  actor: Admin,
  id: string,
): Promise<{ ok: boolean; words: string }> {
  refuseToSend(deps)
  const endpoint = endpointOf(deps, id)
  if (!endpoint) throw new Refusal('unknown', integrationTexts.noEndpoint)
  const { address } = endpoint
  transact(deps, (deps) =>
    recordEvent(deps, actor, {
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
  transact(deps, (deps) => {
    // it may have been removed meanwhile
    if (endpointOf(deps, id))
      noteAnswer(deps, { endpoint: id, job: null, event: testEvent }, answer)
  })
  const { status } = answer
  const words = answerWords(status, status === null ? answer.reason : null)
  return { ok: failureOf(answer) === null, words: `${words}: ${address}` }
}
