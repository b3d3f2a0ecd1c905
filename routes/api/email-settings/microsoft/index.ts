import { beginConnect } from '#src/domain/email-settings-microsoft.ts'
import { requireAdmin } from '#src/http/admin-session.ts'
import type { Ctx } from '#src/http/context.ts'

/** Begins "Connect Microsoft 365" with the saved settings: `{address}` is where the page goes (contract 5.25). */
export function POST(c: Ctx) {
  const admin = requireAdmin(c)
  return c.json({ address: beginConnect(c.var.deps, admin) })
}
