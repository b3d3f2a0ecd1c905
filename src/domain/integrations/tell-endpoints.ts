import { isNull } from 'drizzle-orm'
import type { applications } from '#db/schema/applications.ts'
import { webhookEndpoints } from '#db/schema/integrations.ts'
import { jobs } from '#db/schema/jobs.ts'
import type { Writing } from '#db/transaction.ts'
import type { Store } from '#src/deps.ts'
import { wakeJobs } from '#src/domain/jobs/jobs.ts'
import type { WebhookEvent } from '#src/forms/integrations/webhook-events.ts'

type Told = Pick<typeof applications.$inferSelect, 'id' | 'status' | 'customerCode' | 'version'>

/**
 * Queues an event for every endpoint that wants it, inside the transaction of the change (rule 380). It names nobody:
 * the receiver reads the rest with a key.
 */
export function tellEndpoints(
  deps: Writing<Store>,
  kind: WebhookEvent,
  { id: application, status, customerCode, version }: Told,
) {
  const endpoints = deps.db.orm
    .select({ id: webhookEndpoints.id, events: webhookEndpoints.events })
    .from(webhookEndpoints)
    .where(isNull(webhookEndpoints.disabledAt))
    .all()
  const at = deps.now()
  const changedAt = new Date(at).toISOString()
  const link = `${deps.env.APP_URL}/admin/applications/${application}`
  const data = { application, status, customerCode, changedAt, link }
  const body = { type: kind, timestamp: changedAt, data }
  for (const { id: endpoint, events } of endpoints)
    if (events.includes(kind))
      deps.db.orm
        .insert(jobs)
        .values({
          ...{ queue: 'webhook', kind, data: body, application, endpoint },
          ...{ dedupeKey: `webhook|${endpoint}|${kind}|${version}`, createdAt: at, nextAt: at },
        })
        .onConflictDoNothing()
        .run()
  wakeJobs(deps)
}
