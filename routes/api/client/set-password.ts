import { setClientPassword } from '#src/domain/clients/client-links.ts'
import { setPassword } from '#src/forms/sign-in/sign-in.ts'
import type { Ctx } from '#src/http/context.ts'
import { limit } from '#src/http/middleware/limit.ts'
import { formOf } from '#src/http/requests/form-request.ts'
import { leaveClient } from '#src/http/sessions/client-session.ts'

export async function POST(c: Ctx) {
  await limit(c, 'setPassword')
  const values = await formOf(c, setPassword)
  await setClientPassword(c.var.deps, values, c.var.address)
  leaveClient(c)
  return c.json({ message: 'Password set successfully!' })
}
