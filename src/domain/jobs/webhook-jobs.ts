import type { applications } from '#db/schema/applications.ts'
import { webhookEndpoints } from '#db/schema/integrations.ts'
import { jobs } from '#db/schema/jobs.ts'
import type { Writing } from '#db/transaction.ts'
import type { Store } from '#src/deps.ts'
import type { WebhookEvent } from '#src/forms/integrations/integration-texts.ts'
import { wakeJobs } from './jobs.ts'

type Told = Pick<typeof applications.$inferSelect, 'id' | 'status' | 'customerCode' | 'version'>

/** Tells the endpoints that asked for such events. Each version of an application is told once. */
export function tellEndpoints(
  deps: Writing<Store>,
  kind: WebhookEvent,
  { id: application, status, customerCode, version }: Told,
) {
  const endpoints = deps.db.orm
    .select({ id: webhookEndpoints.id, events: webhookEndpoints.events })
    .from(webhookEndpoints)
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
