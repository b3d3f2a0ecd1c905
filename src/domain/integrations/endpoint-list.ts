import { and, count, desc, eq, inArray, sql } from 'drizzle-orm'
import { webhookEndpoints } from '#db/schema/integrations.ts'
import { jobs } from '#db/schema/jobs.ts'
import type { Store } from '#src/deps.ts'
import { failureWords } from '#src/forms/integrations/answer-words.ts'
import { lastAnswers } from './webhook-answers.ts'
import { isOpen } from './webhook-endpoints.ts'
import type { Endpoint } from './webhook-secrets.ts'

const mostFailed = 20

/**
 * Every endpoint in the order they were added, without secrets: how many events wait, those that were given up, and the
 * last answers. Instants are ISO in UTC.
 */
export const listEndpoints = (deps: Store) =>
  deps.db.orm
    .select()
    .from(webhookEndpoints)
    .orderBy(webhookEndpoints.createdAt, webhookEndpoints.id)
    .all()
    .map((endpoint) => shown(deps, endpoint))

/** The endpoints that were disabled for their answers: by host, and when, as an ISO instant. */
export const stoppedEndpoints = ({ db }: Store) =>
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

function shown(deps: Store, endpoint: Endpoint) {
  const { id, address, events, disabledFor, disabledAt, previousUntil, version } = endpoint
  const waiting = deps.db.orm
    .select({ events: count() })
    .from(jobs)
    .where(and(eq(jobs.endpoint, id), isOpen))
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
const failedEvents = ({ db }: Store, endpoint: string) =>
  db.orm
    .select()
    .from(jobs)
    .where(and(eq(jobs.endpoint, endpoint), sql`endpoint is not null`, eq(jobs.state, 'dead')))
    .orderBy(desc(jobs.id))
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
