import { confirmAdmin } from '#src/domain/accounts/admin-account.ts'
import { confirmPassword } from '#src/forms/admin/admin-forms.ts'
import type { Ctx } from '#src/http/context.ts'
import { bodyLimits } from '#src/http/requests/body.ts'
import { formOf } from '#src/http/requests/form-request.ts'
import { requireAdmin } from '#src/http/sessions/admin-session.ts'

/** Takes the password again, before an action that needs a fresh one. */
export async function POST(c: Ctx) {
  const admin = requireAdmin(c, 'account')
  const { password } = await formOf(c, confirmPassword, bodyLimits.small)
  await confirmAdmin(c.var.deps, admin, password)
  return c.json({ message: 'Password confirmed' })
}
