import { requestPasswordLink } from '#src/domain/jobs/requested-emails.ts'
import { forgotPassword } from '#src/forms/sign-in/sign-in.ts'
import type { Ctx } from '#src/http/context.ts'
import { limit } from '#src/http/middleware/limit.ts'
import { formOf } from '#src/http/requests/form-request.ts'

/** Answers the same whether or not the address is known. */
export async function POST(c: Ctx) {
  await limit(c, 'forgotPassword')
  const { email } = await formOf(c, forgotPassword)
  await requestPasswordLink(c.var.deps, email)
  return c.json({ message: 'Please check your email for password reset instructions.' })
}
