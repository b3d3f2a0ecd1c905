import { readSettings } from '#src/domain/mailing/settings.ts'
import { emailSettingsSchema } from '#src/forms/email-settings/email-settings.ts'
import type { Ctx } from '#src/http/context.ts'
import { bodyLimits } from '#src/http/requests/body.ts'
import { formOf } from '#src/http/requests/form-request.ts'
import { saveMailSettings } from '#src/http/requests/mail-settings-save.ts'
import { requireAdmin } from '#src/http/sessions/admin-session.ts'

export const body = bodyLimits.directors

export function GET(c: Ctx) {
  requireAdmin(c, 'settings')
  return c.json(readSettings(c.var.deps))
}

export async function POST(c: Ctx) {
  const admin = requireAdmin(c, 'settings')
  const input = await formOf(c, emailSettingsSchema)
  return c.json(await saveMailSettings(c, admin, input))
}
