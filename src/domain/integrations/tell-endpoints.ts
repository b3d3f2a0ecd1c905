import { isNull } from 'drizzle-orm'
import type { applications } from '#db/schema/applications.ts'
import { webhookEndpoints } from '#db/schema/integrations.ts'
import type { Writing } from '#db/transaction.ts'
import type { Deps } from '#src/deps.ts'
import { enqueueEvent } from '#src/domain/outbox/webhook-queue.ts'
import type { WebhookEvent } from '#src/forms/integrations/webhook-events.ts'

type Told = Pick<typeof applications.$inferSelect, 'id' | 'status' | 'customerCode' | 'version'>

/**
 * Queues an event for every endpoint that wants it, inside the transaction of the change (rule 380). It names nobody:
 * the receiver reads the rest with a key.
 */
export function tellEndpoints(
  deps: Writing<Deps>,
  kind: WebhookEvent,
  { id: application, status, customerCode, version }: Told,
) {
  const endpoints = deps.db.orm
    .select({ id: webhookEndpoints.id, events: webhookEndpoints.events })
    .from(webhookEndpoints)
    .where(isNull(webhookEndpoints.disabledAt))
    .all()
  const changedAt = new Date(deps.now()).toISOString()
  const link = `${deps.env.APP_URL}/admin/applications/${application}`
  const data = { application, status, customerCode, changedAt, link }
  const body = { type: kind, timestamp: changedAt, data }
  for (const { id: endpoint, events } of endpoints)
    if (events.includes(kind))
      enqueueEvent(deps, { endpoint, application, kind, body, change: `${kind}|${version}` })
}
