import { moveSignIn } from '#src/domain/review/sign-in-address.ts'
import { signInAddress } from '#src/forms/admin-forms.ts'
import { adminNetworksOnly } from '#src/http/admin-networks.ts'
import { requireAdmin } from '#src/http/admin-session.ts'
import { bodyLimits } from '#src/http/body.ts'
import type { Ctx } from '#src/http/context.ts'
import { formOf } from '#src/http/form-request.ts'

export const guard = adminNetworksOnly

/** Moves the customer's sign-in to another address (contract 5.11). */
export async function PATCH(c: Ctx) {
  const admin = requireAdmin(c)
  const { email } = await formOf(c, signInAddress, bodyLimits.small)
  return c.json({ signInEmail: moveSignIn(c.var.deps, admin, c.req.param('id') ?? '', email) })
}
