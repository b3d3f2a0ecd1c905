import { applicationOfClient } from '#src/domain/clients.ts'
import { portalRecord } from '#src/domain/portal-record.ts'
import { requireClient } from '#src/http/client-session.ts'
import type { Ctx } from '#src/http/context.ts'
import { etagOf } from '#src/http/version.ts'

/** The customer's own record, bare, with its version as the ETag (contract 3). */
export function GET(c: Ctx) {
  const application = applicationOfClient(c.var.deps, requireClient(c))
  return c.json(portalRecord(application), 200, { ETag: etagOf(application.version) })
}
