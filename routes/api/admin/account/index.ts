import { adminProfile } from '#src/domain/accounts/admin-account.ts'
import { requireAdmin } from '#src/http/admin-session.ts'
import type { Ctx } from '#src/http/context.ts'

/** What the 'My account' dialog shows. */
export function GET(c: Ctx) {
  return c.json(adminProfile(c.var.deps, requireAdmin(c)))
}
