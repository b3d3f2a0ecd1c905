import { setClientPassword } from '#src/domain/client-passwords.ts'
import { setPassword } from '#src/forms/password.ts'
import { bodyLimits } from '#src/http/body.ts'
import type { Ctx } from '#src/http/context.ts'
import { formOf } from '#src/http/form-request.ts'
import { limit } from '#src/http/limit.ts'

/** Sets the password that a link was sent for (contract 3); `warning` says what speaks against it, if anything. */
export async function POST(c: Ctx) {
  await limit(c, 'setPassword')
  const warning = await setClientPassword(
    c.var.deps,
    await formOf(c, setPassword, bodyLimits.small),
    c.var.address,
  )
  return c.json({ message: 'Password set successfully!', ...(warning && { warning }) })
}
