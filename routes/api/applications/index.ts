import { retryByKey } from '#src/domain/applications/retries.ts'
import { readApplications } from '#src/domain/review/list.ts'
import { apiAnswers } from '#src/forms/integrations/api-answers.ts'
import { saveSchema } from '#src/forms/registration/save.ts'
import type { Ctx } from '#src/http/context.ts'
import { limit } from '#src/http/middleware/limit.ts'
import { bodyLimits } from '#src/http/requests/body.ts'
import { formOf } from '#src/http/requests/form-request.ts'
import { listQueryOf } from '#src/http/requests/list-request.ts'
import { beginDraft, receiptOf } from '#src/http/requests/registration.ts'
import { requireReader } from '#src/http/sessions/reader-session.ts'

export const body = bodyLimits.application

export async function GET(c: Ctx) {
  const reader = await requireReader(c)
  const listing = readApplications(c.var.deps, reader, listQueryOf(c, reader))
  return c.json(reader.kind === 'admin' ? listing : apiAnswers.list.parse(listing))
}

export async function POST(c: Ctx) {
  await limit(c, 'draft')
  const save = await formOf(c, saveSchema)
  const retry = retryByKey(c.req.header('idempotency-key'))
  const { draft } = await beginDraft(c, save, retry)
  return c.json(receiptOf(draft, save), 201)
}
