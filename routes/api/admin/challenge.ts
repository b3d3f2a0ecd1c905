import { secondFactor } from '#src/forms/admin/admin-forms.ts'
import type { Ctx } from '#src/http/context.ts'
import { bodyLimits } from '#src/http/requests/body.ts'
import { formOf } from '#src/http/requests/form-request.ts'
import { requirePendingAdmin } from '#src/http/sessions/admin-session.ts'
import { enterWithCode } from '#src/http/sessions/admin-sign-in.ts'

/** The second step of a sign-in: a code of the app, or a recovery code. */
export async function POST(c: Ctx) {
  const pending = requirePendingAdmin(c)
  const { code } = await formOf(c, secondFactor, bodyLimits.small)
  await enterWithCode(c, pending, code)
  return c.json({ next: null })
}
