import { eq } from 'drizzle-orm'
import { Webhook } from 'standardwebhooks'
import { expect, vi } from 'vitest'
import { webhookEndpoints } from '#db/schema/integrations.ts'
import { jobs } from '#db/schema/jobs.ts'
import type { Admin } from '#src/domain/actor.ts'
import { webhookQueue } from '#src/domain/integrations/webhook-delivery.ts'
import { addEndpoint } from '#src/domain/integrations/webhook-endpoints.ts'
import { lastAnswers } from '#src/domain/integrations/webhook-request.ts'
import { openAdminSession } from '#src/domain/staff/admin-sessions.ts'
import { webhookEventNames } from '#src/forms/integrations/integration-texts.ts'
import { hashToken } from '#src/security/tokens.ts'
import { makeAdmin } from './app/admins.ts'
import type { Browser } from './app/browser.ts'
import { startQueues } from './app/jobs.ts'
import type { TestApp } from './app/test-app.ts'
import type { Asked } from './mail/json-peer.ts'

export async function signedInAdmin(app: TestApp): Promise<Admin> {
  const { id, username, role } = await makeAdmin(app)
  const sessionHash = hashToken(openAdminSession(app.deps, id, 'full'))
  return { kind: 'admin', id, username, role, sessionHash }
}

/** Lists an address as an endpoint for every event; returns its id and its secret. */
export async function listEndpoint(app: TestApp, address: string, events = webhookEventNames) {
  const { secret } = await addEndpoint(app.deps, await signedInAdmin(app), { address, events })
  const id = endpoints(app).find((endpoint) => endpoint.address === address)?.id ?? ''
  return { id, secret, admin: await signedInAdmin(app) }
}

/** Sends an API key with every request. */
export const withKey = (browser: Browser, key: string): Browser => {
  const send: Browser['send'] = (path, init) =>
    browser.send(path, {
      ...init,
      headers: {
        ...Object.fromEntries(new Headers(init?.headers)),
        authorization: `Bearer ${key}`,
      },
    })
  return { ...browser, send, get: (path, headers = {}) => send(path, { headers }) }
}

export const endpoints = ({ deps }: TestApp) => deps.db.orm.select().from(webhookEndpoints).all()

export const eventsOf = ({ deps }: TestApp) =>
  deps.db.orm.select().from(jobs).where(eq(jobs.queue, 'webhook')).orderBy(jobs.id).all()

/** Delivers as the server does, until the test ends. */
export function deliver(app: TestApp) {
  return startQueues(app.deps, webhookQueue)
}

/** Waits until an endpoint has answered so many times; returns its answers, newest first. */
export async function answersOf(app: TestApp, endpoint: string, count: number) {
  await vi.waitFor(() => expect(lastAnswers(app.deps, endpoint)).toHaveLength(count), 10_000)
  return lastAnswers(app.deps, endpoint)
}

/** What was posted, as the scheme's own library reads it: throws unless the secret signed it. */
export function verified(app: TestApp, secret: string, { body, headers }: Asked) {
  vi.useFakeTimers({ now: app.clock.now, toFake: ['Date'] })
  try {
    return new Webhook(secret).verify(body, headers as Record<string, string>)
  } finally {
    vi.useRealTimers()
  }
}
