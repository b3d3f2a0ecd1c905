import { confirmAdmin } from '#src/domain/accounts/admin-account.ts'
import { confirmPassword } from '#src/forms/admin-forms.ts'
import { requireAdmin } from '#src/http/admin-session.ts'
import { limitPasswords } from '#src/http/admin-sign-in.ts'
import { bodyLimits } from '#src/http/body.ts'
import type { Ctx } from '#src/http/context.ts'
import { formOf } from '#src/http/form-request.ts'

/** The password once more, before a deed that asks for a fresh one. */
export async function POST(c: Ctx) {
  const admin = requireAdmin(c)
  const { password } = await formOf(c, confirmPassword, bodyLimits.small)
  const { deps, address } = c.var
  await limitPasswords(c, admin.username, () => confirmAdmin(deps, admin, { password, address }))
  return c.json({ message: 'Password confirmed' })
}
