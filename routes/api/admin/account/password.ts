import { changeAdminPassword } from '#src/domain/accounts/admin-account.ts'
import { changePassword } from '#src/forms/admin/admin-forms.ts'
import type { Ctx } from '#src/http/context.ts'
import { bodyLimits } from '#src/http/requests/body.ts'
import { formOf } from '#src/http/requests/form-request.ts'
import { requireAdmin, setAdminCookie } from '#src/http/sessions/admin-session.ts'

/** Changes the admin's own password; every other session ends. */
export async function POST(c: Ctx) {
  const admin = requireAdmin(c, 'read')
  const given = await formOf(c, changePassword, bodyLimits.small)
  const token = await changeAdminPassword(c.var.deps, admin, given)
  setAdminCookie(c, token)
  return c.json({ message: 'Password changed' })
}
