import { adminProfile } from '#src/domain/accounts/admin-account.ts'
import type { Ctx } from '#src/http/context.ts'
import { requireAdmin } from '#src/http/sessions/admin-session.ts'

/** Who is signed in, and as what. */
export function GET(c: Ctx) {
  const { username, role, totp } = adminProfile(c.var.deps, requireAdmin(c, 'account'))
  return c.json({ username, role, totp })
}
