import { clientSignIn } from '#src/forms/sign-in.ts'
import { bodyLimits } from '#src/http/body.ts'
import { enterClient } from '#src/http/client-session.ts'
import type { Ctx } from '#src/http/context.ts'
import { formOf } from '#src/http/form-request.ts'

/** Signs a customer in; every failure is the same 401 (contract 3). */
export async function POST(c: Ctx) {
  const client = await enterClient(c, await formOf(c, clientSignIn, bodyLimits.small))
  return c.json({ email: client.email })
}
