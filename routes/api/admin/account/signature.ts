import { adminProfile, keepProfileSignature } from '#src/domain/accounts/admin-account.ts'
import { profileSignature } from '#src/forms/admin/admin-forms.ts'
import type { Ctx } from '#src/http/context.ts'
import { bodyLimits } from '#src/http/requests/body.ts'
import { formOf } from '#src/http/requests/form-request.ts'
import { requireAdmin } from '#src/http/sessions/admin-session.ts'

/** Keeps the signature image of the profile: it becomes the finance signature of later decisions. */
export async function PUT(c: Ctx) {
  const admin = requireAdmin(c, 'decide')
  const { signature } = await formOf(c, profileSignature, bodyLimits.application)
  keepProfileSignature(c.var.deps, admin, signature)
  return c.json(adminProfile(c.var.deps, admin))
}

/** Removes it. */
export function DELETE(c: Ctx) {
  const admin = requireAdmin(c, 'decide')
  keepProfileSignature(c.var.deps, admin, null)
  return c.json(adminProfile(c.var.deps, admin))
}
