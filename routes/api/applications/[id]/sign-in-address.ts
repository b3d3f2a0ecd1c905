import { moveSignIn } from '#src/domain/review/sign-in-address.ts'
import { signInAddress } from '#src/forms/admin/admin-forms.ts'
import type { Ctx } from '#src/http/context.ts'
import { adminNetworksOnly } from '#src/http/middleware/admin-networks.ts'
import { bodyLimits } from '#src/http/requests/body.ts'
import { formOf } from '#src/http/requests/form-request.ts'
import { requireAdmin } from '#src/http/sessions/admin-session.ts'

export const guard = adminNetworksOnly

/** Moves the customer's sign-in to another address (rule 216). */
export async function PATCH(c: Ctx) {
  const admin = requireAdmin(c, 'move-sign-in')
  const { email } = await formOf(c, signInAddress, bodyLimits.small)
  return c.json({ signInEmail: moveSignIn(c.var.deps, admin, c.req.param('id') ?? '', email) })
}
