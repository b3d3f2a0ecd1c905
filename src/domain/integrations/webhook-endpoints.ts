import { randomBytes, randomUUID } from 'node:crypto'
import { and, count, desc, eq, ne, sql } from 'drizzle-orm'
import { Webhook } from 'standardwebhooks'
import type { Change } from '#db/schema/events.ts'
import { webhookEndpoints } from '#db/schema/integrations.ts'
import { jobs } from '#db/schema/jobs.ts'
import type { Writing } from '#db/transaction.ts'
import type { Deps, Store } from '#src/deps.ts'
import type { Admin } from '#src/domain/actor.ts'
import { recordEvent } from '#src/domain/audit/events.ts'
import { hours, instant } from '#src/domain/calendar.ts'
import { wakeJobs } from '#src/domain/jobs/jobs.ts'
import { Refusal, refusalAt } from '#src/domain/refusal.ts'
import {
  failureWords,
  integrationTexts,
  type WebhookEvent,
} from '#src/forms/integrations/integration-texts.ts'
import { findPeer } from '#src/security/egress.ts'
import { decrypt, encrypt } from '#src/security/encrypt.ts'
import { inSettings } from './api-keys.ts'
import { firstFailure, lastAnswers } from './webhook-request.ts'

const mostEndpoints = 20

type EndpointInput = { address: string; events: WebhookEvent[] }
type EndpointEdit = EndpointInput & { id: string; version: number }

export async function addEndpoint(
  deps: Deps,
  actor: Admin,
  { address, events }: EndpointInput,
): Promise<{ secret: string; address: string }> {
  await refuseAddress(deps, address)
  const secret = newSecret()
  const id = randomUUID()
  inSettings(deps, actor, (tx) => {
    refuseListed(tx, address, id)
    const { endpoints } = tx.db.orm.select({ endpoints: count() }).from(webhookEndpoints).get() ?? {
      endpoints: 0,
    }
    if (endpoints >= mostEndpoints)
      throw new Refusal('conflict', integrationTexts.tooManyEndpoints(mostEndpoints))
    const secretSealed = encryptSecret(tx, id, secret)
    tx.db.orm
      .insert(webhookEndpoints)
      .values({ id, address, events, secretSealed, createdAt: tx.now(), version: 1 })
      .run()
    recordEvent(tx, actor, {
      action: 'webhook added',
      changes: [
        { field: 'address', before: null, after: address },
        { field: 'events', before: null, after: events.join(', ') },
      ],
    })
  })
  return { secret, address }
}

/** Refuses 'unknown', 'stale', and what `addEndpoint` refuses. Waiting events are sent to the new address. */
export async function changeEndpoint(
  deps: Deps,
  actor: Admin,
  { id, address, events, version }: EndpointEdit,
) {
  if (endpointOf(deps, id)?.address !== address) await refuseAddress(deps, address)
  inSettings(deps, actor, (tx) => {
    const before = atVersion(tx, id, version)
    refuseListed(tx, address, id)
    const [old, fresh] = [before.events.join(', '), events.join(', ')]
    if (before.address === address && old === fresh) return
    const change = { field: 'events', before: old, after: fresh }
    update(tx, actor, 'webhook changed', before, { address, events }, old === fresh ? [] : [change])
    if (before.address !== address) releaseEvents(tx, id)
  })
}

/**
 * Creates a new secret. The old secret also signs for 24 hours. Refuses a second press as 'stale', because the first
 * new secret would be lost.
 */
export function changeSecret(
  deps: Deps,
  actor: Admin,
  { id, version }: Pick<EndpointEdit, 'id' | 'version'>,
) {
  const secret = newSecret()
  return inSettings(deps, actor, (tx) => {
    const before = atVersion(tx, id, version, integrationTexts.staleSecret)
    update(tx, actor, 'webhook secret changed', before, {
      secretSealed: encryptSecret(tx, id, secret),
      previousSecretSealed: before.secretSealed,
      previousUntil: tx.now() + oldSecretLasts,
    })
    return { secret, address: before.address }
  })
}

export const removeEndpoint = (deps: Deps, actor: Admin, id: string) =>
  inSettings(deps, actor, (tx) => {
    const { address } = existing(tx, id)
    tx.db.orm.delete(jobs).where(eq(jobs.endpoint, id)).run()
    tx.db.orm.delete(webhookEndpoints).where(eq(webhookEndpoints.id, id)).run()
    const changes = [{ field: 'address', before: address, after: null }]
    recordEvent(tx, actor, { action: 'webhook removed', changes })
  })

export const endpointOf = ({ db }: Store, id: string): Endpoint | undefined =>
  db.orm.select().from(webhookEndpoints).where(eq(webhookEndpoints.id, id)).get()

/** The condition reads exactly like that of the index, because SQLite would not use the index otherwise. */
export const isOpen = sql`${jobs.endpoint} is not null and ${jobs.state} in ('waiting', 'leased')`

function releaseEvents(deps: Writing<Deps>, endpoint: string) {
  deps.db.orm
    .update(jobs)
    .set({ nextAt: deps.now(), firstTriedAt: null, refusals: 0 })
    .where(and(eq(jobs.endpoint, endpoint), isOpen, eq(jobs.state, 'waiting')))
    .run()
  wakeJobs(deps, true)
}

function existing(deps: Store, id: string): Endpoint {
  const endpoint = endpointOf(deps, id)
  if (!endpoint) throw new Refusal('unknown', integrationTexts.noEndpoint)
  return endpoint
}

function atVersion(
  deps: Store,
  id: string,
  version: number,
  stale: string = integrationTexts.stale,
): Endpoint {
  const endpoint = existing(deps, id)
  if (endpoint.version !== version) throw new Refusal('stale', stale)
  return endpoint
}

function update(
  deps: Writing<Deps>,
  actor: Admin,
  action: 'webhook changed' | 'webhook secret changed',
  { id, version, address }: Endpoint,
  values: Partial<Endpoint>,
  changes: Change[] = [],
) {
  deps.db.orm
    .update(webhookEndpoints)
    .set({ ...values, version: version + 1 })
    .where(eq(webhookEndpoints.id, id))
    .run()
  const named = { field: 'address', before: address, after: values.address ?? address }
  recordEvent(deps, actor, { action, changes: [named, ...changes] })
}

async function refuseAddress({ env }: Deps, address: string) {
  const peer = await findPeer(env, address)
  if (peer.ok) return
  throw refusalAt('address', 'invalid', integrationTexts.addressRefused[peer.reason])
}

function refuseListed({ db }: Deps, address: string, except: string) {
  const other = db.orm
    .select({ id: webhookEndpoints.id })
    .from(webhookEndpoints)
    .where(and(eq(webhookEndpoints.address, address), ne(webhookEndpoints.id, except)))
    .get()
  if (!other) return
  throw refusalAt('address', 'conflict', integrationTexts.listed)
}

export type Endpoint = typeof webhookEndpoints.$inferSelect

const oldSecretLasts = hours(24)

const newSecret = () => `whsec_${randomBytes(32).toString('base64')}`

const encryptSecret = ({ keys }: Store, endpoint: string, secret: string) =>
  encrypt(keys, contextOf(endpoint), secret)

export function signedHeaders(
  { keys, now }: Store,
  endpoint: Endpoint,
  id: string,
  body: string,
): Record<string, string> {
  const at = new Date(now())
  const { secretSealed, previousSecretSealed, previousUntil } = endpoint
  const previous = now() < (previousUntil ?? 0) ? [previousSecretSealed] : []
  const signatures = [secretSealed, ...previous].flatMap((sealed) =>
    sealed ? [new Webhook(decrypt(keys, contextOf(endpoint.id), sealed)).sign(id, at, body)] : [],
  )
  return {
    'content-type': 'application/json',
    'user-agent': 'Countersign',
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': signatures.join(' '),
  }
}

/** Both columns have the same context, because a change moves the secret from one column to the other. */
const contextOf = (endpoint: string) => `webhook_endpoints|secret|${endpoint}`

const mostFailed = 20

export const listEndpoints = (deps: Store) =>
  deps.db.orm
    .select()
    .from(webhookEndpoints)
    .orderBy(webhookEndpoints.createdAt, webhookEndpoints.id)
    .all()
    .map((endpoint) => endpointView(deps, endpoint))

/**
 * Returns the endpoints that have accepted nothing for an hour, or for which an event was given up since they last
 * accepted one.
 */
export const failingEndpoints = (deps: Store) =>
  deps.db.orm
    .select()
    .from(webhookEndpoints)
    .orderBy(webhookEndpoints.createdAt, webhookEndpoints.id)
    .all()
    .flatMap(({ id, address }) => {
      const since = failingSince(deps, id)
      return since === null ? [] : [{ id, host: new URL(address).host, since: instant(since) }]
    })

/**
 * Returns when the first attempt after the last success failed, in UTC milliseconds, or `null` when it is too early to
 * tell.
 */
function failingSince(deps: Store, endpoint: string): number | null {
  const since = firstFailure(deps, endpoint)
  if (since === null) return null
  const hasGivenUp = failedEvents(deps, endpoint).some(({ at }) => Date.parse(at) >= since)
  return hasGivenUp || deps.now() - since >= hours(1) ? since : null
}

function endpointView(deps: Store, endpoint: Endpoint) {
  const { id, address, events, previousUntil, version } = endpoint
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
    failingSince: instant(failingSince(deps, id)),
    oldSecretUntil: (previousUntil ?? 0) > deps.now() ? instant(previousUntil) : null,
    waiting: waiting?.events ?? 0,
    failed: failedEvents(deps, id),
    answers: lastAnswers(deps, id),
  }
}

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
      at: instant(lastFailedAt ?? createdAt),
    }))
