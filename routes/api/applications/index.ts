import { retryByKey } from '#src/domain/applications/drafts.ts'
import { listApplications } from '#src/domain/review/list.ts'
import { saveSchema } from '#src/forms/registration/save.ts'
import type { Ctx } from '#src/http/context.ts'
import { limit } from '#src/http/middleware/limit.ts'
import { bodyLimits } from '#src/http/requests/body.ts'
import { formOf } from '#src/http/requests/form-request.ts'
import { listQueryOf } from '#src/http/requests/record-request.ts'
import { receiptOf, startDraft } from '#src/http/requests/registration.ts'
import { requireReader } from '#src/http/sessions/reader-session.ts'

export const body = bodyLimits.application

export async function GET(c: Ctx) {
  const reader = await requireReader(c)
  return c.json(listApplications(c.var.deps, listQueryOf(c, reader)))
}

export async function POST(c: Ctx) {
  await limit(c, 'draft')
  const save = await formOf(c, saveSchema)
  const retry = retryByKey(c.req.header('idempotency-key'))
  const { draft } = await startDraft(c, save, retry)
  return c.json(receiptOf(draft, save), 201)
}
