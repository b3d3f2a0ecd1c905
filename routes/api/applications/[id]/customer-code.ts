import { sharedCodeWarning } from '#src/domain/review/decide.ts'
import type { Ctx } from '#src/http/context.ts'
import { adminNetworksOnly } from '#src/http/middleware/client-address.ts'
import { requireAdmin } from '#src/http/sessions/admin-session.ts'

export const guard = adminNetworksOnly

/** Answers a `warning` that names who else has the code `?code=`, or `null` if nobody has. */
export function GET(c: Ctx) {
  const admin = requireAdmin(c, 'decide')
  const code = (c.req.query('code') ?? '').trim()
  return c.json({ warning: sharedCodeWarning(c.var.deps, admin, c.req.param('id') ?? '', code) })
}
