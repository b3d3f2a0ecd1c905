import { findAdmin } from '#src/domain/staff/admins.ts'
import type { Ctx } from '#src/http/context.ts'
import { requireAdmin } from '#src/http/sessions/admin-session.ts'

export function GET(c: Ctx) {
  const { id, username, role } = requireAdmin(c, 'account')
  const totp = findAdmin(c.var.deps, id).totpSecretSealed !== null
  return c.json({ username, role, totp })
}
