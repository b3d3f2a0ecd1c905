import { adminSignIn } from '#src/forms/admin/admin-forms.ts'
import type { Ctx } from '#src/http/context.ts'
import { bodyLimits } from '#src/http/requests/body.ts'
import { formOf } from '#src/http/requests/form-request.ts'
import { enterAdmin } from '#src/http/sessions/admin-sign-in.ts'

/** Signs in; `next: "code"` when the second factor is asked at `/api/admin/challenge`. */
export async function POST(c: Ctx) {
  const given = await formOf(c, adminSignIn, bodyLimits.small)
  const stage = await enterAdmin(c, given)
  return c.json({ username: given.username, next: stage === 'full' ? null : 'code' })
}
