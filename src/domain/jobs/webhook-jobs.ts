import type { applications } from '#db/schema/applications.ts'
import { webhookEndpoints } from '#db/schema/integrations.ts'
import type { Writing } from '#db/transaction.ts'
import type { Store } from '#src/deps.ts'
import type { WebhookEvent } from '#src/forms/integrations/integration-texts.ts'
import { addJob } from './jobs.ts'

type Told = Pick<typeof applications.$inferSelect, 'id' | 'status' | 'customerCode' | 'version'>

/**
 * Queues a webhook event for each endpoint that subscribed to this kind. Each version of an application is sent once.
 */
export function tellEndpoints(
  deps: Writing<Store>,
  kind: WebhookEvent,
  { id: application, status, customerCode, version }: Told,
) {
  const endpoints = deps.db.orm
    .select({ id: webhookEndpoints.id, events: webhookEndpoints.events })
    .from(webhookEndpoints)
    .all()
  const changedAt = new Date(deps.now()).toISOString()
  const link = `${deps.env.APP_URL}/admin/applications/${application}`
  const data = { application, status, customerCode, changedAt, link }
  const body = { type: kind, timestamp: changedAt, data }
  for (const { id: endpoint, events } of endpoints)
    if (events.includes(kind))
      addJob(deps, {
        queue: 'webhook',
        kind,
        data: body,
        application,
        endpoint,
        dedupeKey: `webhook|${endpoint}|${kind}|${version}`,
      })
}
