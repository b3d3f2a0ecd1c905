import { recentUpdates } from '#src/domain/dashboard/recent-updates.ts'
import { adminNetworksOnly } from '#src/http/admin-networks.ts'
import { requireAdmin } from '#src/http/admin-session.ts'
import type { Ctx } from '#src/http/context.ts'

export const guard = adminNetworksOnly

/** What customers did in the last seven days (spec 2, Recent Client Updates). */
export function GET(c: Ctx) {
  requireAdmin(c)
  return c.json(recentUpdates(c.var.deps))
}
