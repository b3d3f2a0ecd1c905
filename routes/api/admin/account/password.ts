import { changeAdminPassword } from '#src/domain/accounts/admin-account.ts'
import { changePassword } from '#src/forms/admin-forms.ts'
import { requireAdmin, setAdminCookie } from '#src/http/admin-session.ts'
import { limitPasswords } from '#src/http/admin-sign-in.ts'
import { bodyLimits } from '#src/http/body.ts'
import type { Ctx } from '#src/http/context.ts'
import { formOf } from '#src/http/form-request.ts'

/** Changes the admin's own password; every other session ends. */
export async function POST(c: Ctx) {
  const admin = requireAdmin(c)
  const given = await formOf(c, changePassword, bodyLimits.small)
  const token = await limitPasswords(c, admin.username, () =>
    changeAdminPassword(c.var.deps, admin, given, c.var.address),
  )
  setAdminCookie(c, token)
  return c.json({ message: 'Password changed' })
}
