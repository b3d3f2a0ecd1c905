import { and, desc, eq, isNotNull, lt, ne } from 'drizzle-orm'
import { webhookAnswers, webhookEndpoints } from '#db/schema/integrations.ts'
import { jobs } from '#db/schema/jobs.ts'
import type { Store } from '#src/deps.ts'
import { days } from '#src/domain/durations.ts'
import { answerWords } from '#src/forms/integrations/answer-words.ts'
import { readText } from '#src/forms/text.ts'
import type { Failure } from '#src/mail/mailer.ts'
import type { WebhookAnswer } from './webhook-request.ts'

const mostCharacters = 500
const mostShown = 20
const kept = days(30)

/** Writes down what an endpoint answered. */
export function noteAnswer(
  { db, now }: Store,
  about: { endpoint: string; job: number | null; event: string },
  answer: WebhookAnswer,
) {
  const { status } = answer
  const reason = failureOf(answer)?.reason ?? null
  const text = status === null ? '' : beginningOf(answer.text)
  db.orm
    .insert(webhookAnswers)
    .values({ ...about, at: now(), status, reason, text })
    .run()
}

/** Why an answer is no success; `null` when it is one. */
export function failureOf(answer: WebhookAnswer): Failure | null {
  if (answer.status === null) return { ok: false, reason: answer.reason, permanent: false }
  const { status } = answer
  if (status >= 200 && status < 300) return null
  return { ok: false, reason: 'REJECTED', code: status, permanent: ofEvent.includes(status) }
}

/** The endpoint says that this event is at fault, so that sending it again does not help. */
const ofEvent = [400, 413, 415, 422]

/** The last answers of an endpoint, newest first; `at` is an ISO instant. */
export const lastAnswers = ({ db }: Store, endpoint: string) =>
  db.orm
    .select()
    .from(webhookAnswers)
    .where(eq(webhookAnswers.endpoint, endpoint))
    .orderBy(desc(webhookAnswers.id))
    .limit(mostShown)
    .all()
    .map(({ id, at, event, status, reason, text }) => ({
      id,
      at: new Date(at).toISOString(),
      event,
      status,
      reason,
      words: answerWords(status, reason),
      text,
    }))

/** Removes events and answers after 30 days, whether they were sent or not, and old secrets that sign no more. */
export function removeOldWebhooks({ db, now }: Store) {
  const before = now() - kept
  db.orm.delete(webhookAnswers).where(lt(webhookAnswers.at, before)).run()
  db.orm
    .update(webhookEndpoints)
    .set({ previousSecretSealed: null, previousUntil: null })
    .where(lt(webhookEndpoints.previousUntil, now()))
    .run()
  db.orm
    .delete(jobs)
    .where(and(isNotNull(jobs.endpoint), ne(jobs.state, 'leased'), lt(jobs.createdAt, before)))
    .run()
}

/** The beginning of an answer, without control characters. */
const beginningOf = (text: string) =>
  readText(text.slice(0, mostCharacters), 2 * mostCharacters, true) ?? ''
