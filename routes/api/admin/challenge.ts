import { answerChallenge } from '#src/domain/staff/admin-sign-in.ts'
import { secondFactor } from '#src/forms/admin/admin-forms.ts'
import type { Ctx } from '#src/http/context.ts'
import { formOf } from '#src/http/requests/form-request.ts'
import { requirePendingAdmin, setAdminCookie } from '#src/http/sessions/admin-session.ts'

export async function POST(c: Ctx) {
  const pending = requirePendingAdmin(c)
  const { code } = await formOf(c, secondFactor)
  setAdminCookie(c, await answerChallenge(c.var.deps, pending, code))
  return c.json({ next: null })
}
