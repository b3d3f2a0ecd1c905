import { signInAdmin } from '#src/domain/staff/admin-sign-in.ts'
import { adminSignIn } from '#src/forms/admin/admin-forms.ts'
import type { Ctx } from '#src/http/context.ts'
import { sourceOf } from '#src/http/context.ts'
import { formOf } from '#src/http/requests/form-request.ts'
import { setAdminCookie } from '#src/http/sessions/admin-session.ts'

/** Answers `next: "code"` if `/api/admin/challenge` asks for the second factor. */
export async function POST(c: Ctx) {
  const credentials = await formOf(c, adminSignIn)
  const { token, stage } = await signInAdmin(c.var.deps, credentials, sourceOf(c))
  setAdminCookie(c, token)
  return c.json({
    username: credentials.username,
    next: stage === 'full' ? null : 'code',
    cookieSet: c.var.deps.now(),
  })
}
