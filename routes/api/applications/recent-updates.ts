import { recentUpdates } from '#src/domain/review/dashboard.ts'
import type { Ctx } from '#src/http/context.ts'
import { adminNetworksOnly } from '#src/http/middleware/client-address.ts'
import { requireAdmin } from '#src/http/sessions/admin-session.ts'

export const guard = adminNetworksOnly

export function GET(c: Ctx) {
  return c.json(recentUpdates(c.var.deps, requireAdmin(c, 'read')))
}
