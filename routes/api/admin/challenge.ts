import { secondFactor } from '#src/forms/admin-forms.ts'
import { requireHalfAdmin } from '#src/http/admin-session.ts'
import { enterWithCode } from '#src/http/admin-sign-in.ts'
import { bodyLimits } from '#src/http/body.ts'
import type { Ctx } from '#src/http/context.ts'
import { formOf } from '#src/http/form-request.ts'

/** The second step of a sign-in: a code of the app, or a recovery code. */
export async function POST(c: Ctx) {
  const half = requireHalfAdmin(c)
  const { code } = await formOf(c, secondFactor, bodyLimits.small)
  await enterWithCode(c, half, code)
  return c.json({ next: null })
}
