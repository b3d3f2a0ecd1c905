import { clientSignIn } from '#src/forms/sign-in/sign-in.ts'
import type { Ctx } from '#src/http/context.ts'
import { formOf } from '#src/http/requests/form-request.ts'
import { enterClient } from '#src/http/sessions/client-session.ts'

/** Every failure is the same 401. `cookieSet` goes into the address of the next page, which sees whether it came back. */
export async function POST(c: Ctx) {
  const client = await enterClient(c, await formOf(c, clientSignIn))
  return c.json({ email: client.email, cookieSet: c.var.deps.now() })
}
