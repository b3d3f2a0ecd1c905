import { applicationOfClient } from '#src/domain/clients/clients.ts'
import { portalRecord } from '#src/domain/portal/portal.ts'
import type { Ctx } from '#src/http/context.ts'
import { tagAnswer } from '#src/http/requests/record-request.ts'
import { requireClient } from '#src/http/sessions/client-session.ts'

export function GET(c: Ctx) {
  const application = applicationOfClient(c.var.deps, requireClient(c))
  tagAnswer(c, application)
  return c.json(portalRecord(application))
}
