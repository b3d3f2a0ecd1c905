import { sendTestEmail } from '#src/domain/mailing/mailers.ts'
import { testEmailSchema } from '#src/forms/email-settings/email-settings.ts'
import type { Ctx } from '#src/http/context.ts'
import { limit } from '#src/http/middleware/limit.ts'
import { formOf } from '#src/http/requests/form-request.ts'
import { requireAdmin } from '#src/http/sessions/admin-session.ts'

/** Sends a test email. If it fails, answers message and logs with 502. */
export async function POST(c: Ctx) {
  requireAdmin(c, 'settings')
  await limit(c, 'testMail')
  const { testEmail } = await formOf(c, testEmailSchema)
  const { ok, ...result } = await sendTestEmail(c.var.deps, testEmail)
  return c.json(result, ok ? 200 : 502)
}
