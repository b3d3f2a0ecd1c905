import { setClientPassword } from '#src/domain/accounts/client-passwords.ts'
import { setPassword } from '#src/forms/password.ts'
import { bodyLimits } from '#src/http/body.ts'
import type { Ctx } from '#src/http/context.ts'
import { formOf } from '#src/http/form-request.ts'
import { limit } from '#src/http/limit.ts'

/** Sets the password that a link was sent for. */
export async function POST(c: Ctx) {
  await limit(c, 'setPassword')
  const given = await formOf(c, setPassword, bodyLimits.small)
  await setClientPassword(c.var.deps, given, c.var.address)
  return c.json({ message: 'Password set successfully!' })
}
