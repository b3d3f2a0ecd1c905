import { noteAccess } from '#src/domain/audit/access-log.ts'
import { fileFor } from '#src/domain/portal/answers.ts'
import type { Ctx } from '#src/http/context.ts'
import { sendFile } from '#src/http/files/send-file.ts'
import { adminNetworksOnly } from '#src/http/middleware/client-address.ts'
import { requireAdmin } from '#src/http/sessions/admin-session.ts'

export const guard = adminNetworksOnly

export function GET(c: Ctx) {
  const { deps } = c.var
  const admin = requireAdmin(c, 'read')
  const id = c.req.param('id') ?? ''
  const file = fileFor(deps, admin, id, Number(c.req.param('file')) || 0)
  noteAccess(deps, admin, 'attachment read', id)
  return sendFile(c, file)
}
