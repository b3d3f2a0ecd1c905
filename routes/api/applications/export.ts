import { noteAccess } from '#src/domain/audit/access-log.ts'
import { dateIn } from '#src/domain/calendar.ts'
import { exportApplications } from '#src/domain/review/export.ts'
import type { Ctx } from '#src/http/context.ts'
import { sendPieces } from '#src/http/files/send-pieces.ts'
import { adminNetworksOnly } from '#src/http/middleware/client-address.ts'
import { listQueryOf } from '#src/http/requests/list-request.ts'
import { requireAdmin } from '#src/http/sessions/admin-session.ts'

export const guard = adminNetworksOnly

export function GET(c: Ctx) {
  const admin = requireAdmin(c, 'read')
  const { deps } = c.var
  noteAccess(deps, admin, 'list exported')
  const lines = exportApplications(deps, listQueryOf(c, admin))
  const day = dateIn(deps.env.APP_TIMEZONE, deps.now())
  return sendPieces(c, lines, `applications-${day}.csv`, 'text/csv')
}
