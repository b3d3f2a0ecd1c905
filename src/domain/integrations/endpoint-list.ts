import { and, count, desc, eq, inArray, sql } from 'drizzle-orm'
import { webhookEndpoints } from '#db/schema/integrations.ts'
import { outbox } from '#db/schema/mail.ts'
import type { Deps } from '#src/deps.ts'
import { isOpen } from '#src/domain/outbox/webhook-queue.ts'
import { failureWords } from '#src/forms/integrations/answer-words.ts'
import { lastAnswers } from './webhook-answers.ts'
import type { Endpoint } from './webhook-secrets.ts'

const mostFailed = 20

/**
 * Every endpoint in the order they were added, without secrets: how many events wait, those that were given up, and the
 * last answers. Instants are ISO in UTC.
 */
export const listEndpoints = (deps: Pick<Deps, 'db' | 'now'>) =>
  deps.db.orm
    .select()
    .from(webhookEndpoints)
    .orderBy(webhookEndpoints.createdAt, webhookEndpoints.id)
    .all()
    .map((endpoint) => shown(deps, endpoint))

/** The endpoints that were disabled for their answers: by host, and when, as an ISO instant. */
export const stoppedEndpoints = ({ db }: Pick<Deps, 'db'>) =>
  db.orm
    .select()
    .from(webhookEndpoints)
    .where(inArray(webhookEndpoints.disabledFor, ['gone', 'failing']))
    .orderBy(webhookEndpoints.disabledAt, webhookEndpoints.id)
    .all()
    .map(({ id, address, disabledFor, disabledAt }) => ({
      id,
      host: new URL(address).host,
      isGone: disabledFor === 'gone',
      since: new Date(disabledAt ?? 0).toISOString(),
    }))

function shown(deps: Pick<Deps, 'db' | 'now'>, endpoint: Endpoint) {
  const { id, address, events, disabledFor, disabledAt, previousUntil, version } = endpoint
  const waiting = deps.db.orm
    .select({ events: count() })
    .from(outbox)
    .where(and(eq(outbox.endpoint, id), isOpen))
    .get()
  return {
    id,
    address,
    events,
    version,
    disabledFor,
    disabledAt: instant(disabledAt),
    /** Until when the secret before the last change signs as well; `null` when it does not. */
    oldSecretUntil: (previousUntil ?? 0) > deps.now() ? instant(previousUntil) : null,
    waiting: waiting?.events ?? 0,
    failed: failedEvents(deps, id),
    answers: lastAnswers(deps, id),
  }
}

/** The newest events that were given up. */
const failedEvents = ({ db }: Pick<Deps, 'db'>, endpoint: string) =>
  db.orm
    .select()
    .from(outbox)
    .where(and(eq(outbox.endpoint, endpoint), sql`endpoint is not null`, eq(outbox.state, 'dead')))
    .orderBy(desc(outbox.id))
    .limit(mostFailed)
    .all()
    .map(({ id, kind, application, lastReason, lastFailedAt, createdAt }) => ({
      id,
      event: kind,
      application,
      reason: failureWords(lastReason),
      at: new Date(lastFailedAt ?? createdAt).toISOString(),
    }))

const instant = (at: number | null) => (at === null ? null : new Date(at).toISOString())
