import { adminSignIn } from '#src/forms/admin-forms.ts'
import { enterAdmin } from '#src/http/admin-sign-in.ts'
import { bodyLimits } from '#src/http/body.ts'
import type { Ctx } from '#src/http/context.ts'
import { formOf } from '#src/http/form-request.ts'

/** Signs in; `next: "code"` when the second factor is asked at `/api/admin/challenge` (contract 3). */
export async function POST(c: Ctx) {
  const given = await formOf(c, adminSignIn, bodyLimits.small)
  const stage = await enterAdmin(c, given)
  return c.json({ username: given.username, next: stage === 'full' ? null : 'code' })
}
