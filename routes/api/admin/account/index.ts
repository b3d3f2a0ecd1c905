import { adminProfile } from '#src/domain/accounts/admin-account.ts'
import type { Ctx } from '#src/http/context.ts'
import { requireAdmin } from '#src/http/sessions/admin-session.ts'

/** What the 'My account' dialog shows. */
export function GET(c: Ctx) {
  return c.json(adminProfile(c.var.deps, requireAdmin(c, 'account')))
}
