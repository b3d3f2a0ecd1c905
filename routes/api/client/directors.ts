import { directorsOf } from '#src/domain/applications/application.ts'
import { applicationOfClient } from '#src/domain/clients/clients.ts'
import type { Ctx } from '#src/http/context.ts'
import { requireClient } from '#src/http/sessions/client-session.ts'

export function GET(c: Ctx) {
  const client = requireClient(c)
  const { deps } = c.var
  return c.json(directorsOf(deps, applicationOfClient(deps, client)))
}
