import { and, desc, eq, gt, isNotNull, isNull, lt, max, min, ne } from 'drizzle-orm'
import { webhookAnswers, webhookEndpoints } from '#db/schema/integrations.ts'
import { jobs } from '#db/schema/jobs.ts'
import type { Store } from '#src/deps.ts'
import { days, seconds } from '#src/domain/calendar.ts'
import { answerWords } from '#src/forms/integrations/integration-texts.ts'
import { readText } from '#src/forms/text.ts'
import { networkError } from '#src/mail/http.ts'
import type { Failure, Reason } from '#src/mail/mailer.ts'
import { ask, findPeer } from '#src/security/egress.ts'

export type WebhookAnswer = { status: number; text: string } | { status: null; reason: Reason }

const timeoutMs = seconds(15)

const mostBytes = 2000

/** Sends a request and follows no redirect. The status counts even if the text cannot be read. */
export async function postEvent(
  { env }: Store,
  address: string,
  { body, headers, signal }: { body: string; headers: Record<string, string>; signal: AbortSignal },
): Promise<WebhookAnswer> {
  try {
    const peer = await findPeer(env, address)
    if (!peer.ok) return { status: null, reason: peer.reason }
    return await ask(new URL(address), {
      ...peer.connection,
      method: 'POST',
      headers: { ...headers, 'content-length': Buffer.byteLength(body) },
      body,
      mostBytes,
      signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
    })
  } catch (error) {
    return { status: null, reason: networkError(error).reason }
  }
}

const mostCharacters = 500
const mostShown = 20
const retention = days(30)

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

export function failureOf(answer: WebhookAnswer): Failure | null {
  if (answer.status === null) return { ok: false, reason: answer.reason, permanent: false }
  const { status } = answer
  if (status >= 200 && status < 300) return null
  return { ok: false, reason: 'REJECTED', code: status, permanent: ofEvent.includes(status) }
}

/** With these statuses an endpoint says that the event itself is at fault, so that sending it again does not help. */
const ofEvent = [400, 413, 415, 422]

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

/**
 * Returns when the first event failed after the last accepted one, in UTC milliseconds, or `null` when the newest was
 * accepted.
 */
export function firstFailure({ db }: Store, endpoint: string): number | null {
  const ofEvents = and(eq(webhookAnswers.endpoint, endpoint), isNotNull(webhookAnswers.job))
  const taken = db.orm
    .select({ id: max(webhookAnswers.id) })
    .from(webhookAnswers)
    .where(and(ofEvents, isNull(webhookAnswers.reason)))
    .get()
  const failed = db.orm
    .select({ at: min(webhookAnswers.at) })
    .from(webhookAnswers)
    .where(and(ofEvents, gt(webhookAnswers.id, taken?.id ?? 0)))
    .get()
  return failed?.at ?? null
}

/** Removes events and answers after 30 days, and old secrets that no longer sign. */
export function removeOldWebhooks({ db, now }: Store) {
  const before = now() - retention
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

const beginningOf = (text: string) =>
  readText(text.slice(0, mostCharacters), 2 * mostCharacters, true) ?? ''
