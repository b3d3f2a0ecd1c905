import { z } from 'zod'
import type { DocumentKind } from '#src/domain/documents/stored-documents.ts'
import { type FieldName, fieldNames } from '#src/forms/fields/fields.ts'
import { type WebhookEvent, webhookEventNames } from '#src/forms/integrations/integration-texts.ts'
import { type RegisterName, registerNames } from '#src/forms/integrations/registers.ts'
import { correspondent, type EmailRequest, emailRequests } from '#src/mail/email.ts'
import { type Email, emailKinds } from '#src/mail/messages/kinds.ts'

/** What a job is to do. `src/runtime.ts` lists the queues, with the functions that do their jobs. */
export type Work =
  | { queue: 'email'; kind: Email['kind'] | EmailRequest['kind']; data: Email | EmailRequest }
  | { queue: 'webhook'; kind: WebhookEvent; data: WebhookBody }
  | { queue: 'document'; kind: DocumentKind; data: Nothing }
  | { queue: 'import'; kind: 'customers'; data: QueuedRows }
  | { queue: 'register'; kind: RegisterName; data: Nothing }

export type JobKind = Work['kind']

type QueueName = Work['queue']

type StoredJob = { kind: string; data: unknown }

/**
 * Returns the work of a stored job, or `null` when this version cannot read it: it does not know the kind, or the data
 * is not what that kind has. The schemas also read what earlier versions have stored.
 */
export function readWork<Queue extends QueueName>(
  queue: Queue,
  { kind, data }: StoredJob,
): Extract<Work, { queue: Queue }> | null {
  const known: Record<string, z.ZodType> = kinds[queue]
  const read = Object.hasOwn(known, kind) ? known[kind]?.safeParse(data) : null
  return read?.success
    ? ({ queue, kind, data: read.data } as Extract<Work, { queue: Queue }>)
    : null
}

export function readEmail(job: StoredJob): Email | null {
  const email = readWork('email', job)?.data
  return email && !isRequest(email) ? email : null
}

export function readEmailRequest(job: StoredJob): EmailRequest | null {
  const email = readWork('email', job)?.data
  return email && isRequest(email) ? email : null
}

const isRequest = (email: Email | EmailRequest): email is EmailRequest =>
  emailRequests.some((kind) => kind === email.kind)

const emails = Object.entries(emailKinds).map(([kind, { facts }]) => withKind(kind, facts))

const requests = emailRequests.map((kind) => withKind(kind, z.object({ to: correspondent })))

function withKind(kind: string, facts: z.ZodType<object>): [string, z.ZodType] {
  return [kind, facts.transform((about) => ({ kind, ...about }))]
}

const webhookBody = z.object({
  type: z.enum(webhookEventNames),
  timestamp: z.string(),
  data: z.object({
    application: z.string(),
    status: z.string(),
    customerCode: z.string().nullable(),
    changedAt: z.string(),
    link: z.string(),
  }),
})

type WebhookBody = z.infer<typeof webhookBody>

const fieldValue = z.union([z.string(), z.array(z.string()), z.boolean(), z.null()])

const queuedRows = z.object({
  rows: z.array(
    z.object({
      line: z.int(),
      row: z.object({
        customerCode: z.string(),
        fields: z.partialRecord(z.enum(fieldNames as [FieldName, ...FieldName[]]), fieldValue),
        directors: z.array(z.object({ name: z.string(), position: z.string().nullable() })),
      }),
    }),
  ),
  by: z.string(),
  /** How many invitations come before the first row; `null` when nobody is invited. */
  firstInvitation: z.int().nullable(),
})

export type QueuedRows = z.infer<typeof queuedRows>

/** The job's own columns say what it is about. */
const nothing = z.object({})

type Nothing = z.infer<typeof nothing>

const kinds: Record<QueueName, Record<string, z.ZodType>> = {
  email: Object.fromEntries([...emails, ...requests]),
  webhook: Object.fromEntries(webhookEventNames.map((name) => [name, webhookBody])),
  document: { signed: nothing, countersigned: nothing } satisfies Record<DocumentKind, z.ZodType>,
  import: { customers: queuedRows },
  register: Object.fromEntries(registerNames.map((name) => [name, nothing])),
}
