import { isNull } from 'drizzle-orm'
import type { applications } from '#db/schema/applications.ts'
import { webhookEndpoints } from '#db/schema/integrations.ts'
import { jobs } from '#db/schema/jobs.ts'
import type { Writing } from '#db/transaction.ts'
import type { Store } from '#src/deps.ts'
import { customerOf } from '#src/domain/accounts/clients.ts'
import { ownerName } from '#src/domain/accounts/owners.ts'
import type { Actor } from '#src/domain/actor.ts'
import {
  type Application,
  applicantAddress,
  findApplication,
} from '#src/domain/applications/application.ts'
import type { NewEvent } from '#src/domain/audit/events.ts'
import { queueLookUps } from '#src/domain/registers/keys.ts'
import { faultOf } from '#src/forms/fields/schema.ts'
import type { WebhookEvent } from '#src/forms/integrations/integration-texts.ts'
import { enqueue, enqueueEdit } from './email-jobs.ts'
import { wakeJobs } from './jobs.ts'

type Recorded = NewEvent & { seq: number; document: number | null }
type Consequence = (
  deps: Writing<Store>,
  application: Application,
  event: Recorded,
  actor: Actor,
) => void

export function queueJobsOf(deps: Writing<Store>, actor: Actor, event: Recorded) {
  const consequence = consequences[event.action]
  if (consequence && event.application)
    consequence(deps, findApplication(deps, event.application), event, actor)
}

const consequences: Record<string, Consequence | undefined> = {
  'application submitted': submitted,
  'application approved': decided,
  'application rejected': decided,
  'application amended': amended,
  'customer code corrected': decided,
}

function submitted(deps: Writing<Store>, application: Application, { document }: Recorded) {
  const { id, accountType } = application
  enqueue(deps, { kind: 'receipt', ...customerOf(deps, application) }, 'receipt', { document })
  const about = { application: id, businessName: application.businessName ?? '' }
  enqueue(deps, { kind: 'new-application', ...about, accountType }, 'new', { document })
  notifyEndpoints(deps, 'application.submitted', application)
  queueLookUps(deps, id)
}

function decided(deps: Writing<Store>, application: Application, { action, document }: Recorded) {
  const { id, status, version, mainEmail, rejectionReason } = application
  if (status !== 'approved' && status !== 'rejected') throw new Error(`${id} is not decided`)
  const isCorrection = action === 'customer code corrected'
  notifyEndpoints(deps, `application.${isCorrection ? 'updated' : status}`, application)
  if (!mainEmail) return
  const facts = customerOf(deps, application)
  const customerCode = application.customerCode ?? ''
  const email = isCorrection
    ? ({ kind: 'code-corrected', ...facts, customerCode } as const)
    : status === 'approved'
      ? ({ kind: 'approval', ...facts, customerCode } as const)
      : ({ kind: 'rejection', ...facts, reason: rejectionReason } as const)
  const cause = isCorrection ? email.kind : status
  enqueue(deps, email, `${cause}|${version}`, { document })
}

function amended(
  deps: Writing<Store>,
  application: Application,
  { section = '', changes = [] }: Recorded,
  actor: Actor,
) {
  const { id, status, version, owner } = application
  if (status === 'draft') {
    const to = { name: '', address: applicantAddress(application) }
    // a draft may have half an address
    if (faultOf('mainEmail', to.address)) return
    const fields = changes.map(({ field }) => field)
    enqueue(deps, { kind: 'draft-edited', to, draft: id, fields }, `draft-edited|${id}|${version}`)
    return
  }
  notifyEndpoints(deps, 'application.updated', application)
  if (actor.kind !== 'client') return
  const businessName = application.businessName ?? ''
  const about = { application: id, businessName, owner: ownerName(deps, owner) }
  enqueueEdit(deps, { kind: 'client-edit', ...about, section, changes }, version)
}

type Told = Pick<typeof applications.$inferSelect, 'id' | 'status' | 'customerCode' | 'version'>

export function notifyEndpoints(
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
