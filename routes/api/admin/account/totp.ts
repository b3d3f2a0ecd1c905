import { confirmTotp, disableTotp, enrolTotp } from '#src/domain/accounts/admin-totp.ts'
import { secondFactor } from '#src/forms/admin/admin-forms.ts'
import type { Ctx } from '#src/http/context.ts'
import { bodyLimits } from '#src/http/requests/body.ts'
import { formOf } from '#src/http/requests/form-request.ts'
import { requireAdmin, setAdminCookie } from '#src/http/sessions/admin-session.ts'

/** Begins with a second factor: the secret to type, and the address to scan. */
export function POST(c: Ctx) {
  const admin = requireAdmin(c, 'account')
  return c.json(enrolTotp(c.var.deps, admin))
}

/** Turns it on by a code of the app; returns the recovery codes, this once. */
export async function PUT(c: Ctx) {
  const admin = requireAdmin(c, 'account')
  const { code } = await formOf(c, secondFactor, bodyLimits.small)
  const { recoveryCodes, token } = await confirmTotp(c.var.deps, admin, code)
  setAdminCookie(c, token)
  return c.json({ recoveryCodes })
}

/** Turns it off by a code of the app, or a recovery code. */
export async function DELETE(c: Ctx) {
  const admin = requireAdmin(c, 'read')
  const { code } = await formOf(c, secondFactor, bodyLimits.small)
  const token = await disableTotp(c.var.deps, admin, code)
  setAdminCookie(c, token)
  return c.json({ message: 'Two-step sign-in is off' })
}
