import { clientSignIn } from '#src/forms/sign-in/sign-in.ts'
import type { Ctx } from '#src/http/context.ts'
import { formOf } from '#src/http/requests/form-request.ts'
import { enterClient } from '#src/http/sessions/client-session.ts'

/**
 * Answers every failure with the same 401. The next page gets `cookieSet` in its address, to see whether the cookie
 * came back.
 */
export async function POST(c: Ctx) {
  const client = await enterClient(c, await formOf(c, clientSignIn))
  return c.json({ email: client.email, cookieSet: c.var.deps.now() })
}
