import { askToMoveSignIn } from '#src/domain/portal/move-sign-in.ts'
import { moveSignIn } from '#src/forms/sign-in/sign-in.ts'
import type { Ctx } from '#src/http/context.ts'
import { bodyLimits } from '#src/http/requests/body.ts'
import { formOf } from '#src/http/requests/form-request.ts'
import { requireClient } from '#src/http/sessions/client-session.ts'

/** Sends a link to the address that the customer wants to sign in with; confirming it moves the sign-in. */
export async function POST(c: Ctx) {
  const client = requireClient(c)
  const given = await formOf(c, moveSignIn, bodyLimits.small)
  await askToMoveSignIn(c.var.deps, client, given, c.var.address)
  return c.json({ signInEmail: client.email, requestedSignInAddress: given.email })
}
