import { readSettings, saveSettings } from '#src/domain/email-settings.ts'
import { emailSettingsSchema } from '#src/forms/email-settings.ts'
import { requireAdmin } from '#src/http/admin-session.ts'
import { bodyLimits } from '#src/http/body.ts'
import type { Ctx } from '#src/http/context.ts'
import { formOf } from '#src/http/form-request.ts'

/** The settings; secrets always '', with `configured` beside them (contract 3). */
export function GET(c: Ctx) {
  requireAdmin(c)
  return c.json(readSettings(c.var.deps))
}

/** Saves them: blank keeps a secret, `null` clears it. */
export async function POST(c: Ctx) {
  const admin = requireAdmin(c)
  const input = await formOf(c, emailSettingsSchema, bodyLimits.directors)
  return c.json(saveSettings(c.var.deps, admin, input))
}
