import { adminProfile } from '#src/domain/accounts/admin-account.ts'
import { endOwnSession } from '#src/domain/accounts/session-list.ts'
import { openSession } from '#src/forms/admin/admin-forms.ts'
import type { Ctx } from '#src/http/context.ts'
import { bodyLimits } from '#src/http/requests/body.ts'
import { formOf } from '#src/http/requests/form-request.ts'
import { requireAdmin } from '#src/http/sessions/admin-session.ts'

/** Ends one session of the own account: `{session}`, as the profile names it. Returns the profile. */
export async function DELETE(c: Ctx) {
  const admin = requireAdmin(c, 'read')
  const { session } = await formOf(c, openSession, bodyLimits.small)
  endOwnSession(c.var.deps, admin, session)
  return c.json(adminProfile(c.var.deps, admin))
}
