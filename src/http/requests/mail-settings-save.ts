import type { Admin } from '#src/domain/actor.ts'
import {
  redirectsMail,
  refuseStaleSettings,
  saveSettings,
  settingsRow,
} from '#src/domain/mailing/settings.ts'
import { hasFreshPassword, refuseStalePassword } from '#src/domain/staff/admin-sessions.ts'
import { confirmAdmin } from '#src/domain/staff/admin-sign-in.ts'
import { ownPassword } from '#src/forms/admin/admin-forms.ts'
import type { Right } from '#src/forms/admin/roles.ts'
import type { EmailSettingsInput } from '#src/forms/email-settings/email-settings.ts'
import type { Ctx } from '#src/http/context.ts'
import { requireAdmin } from '#src/http/sessions/admin-session.ts'
import { checkForm } from './form-request.ts'

/**
 * Saves the settings. A change of the route of emails needs a password that was entered recently. Refuses as
 * `saveSettings` does.
 */
export async function saveMailSettings(c: Ctx, admin: Admin, input: EmailSettingsInput) {
  const { deps } = c.var
  refuseStaleSettings(settingsRow(deps), input)
  if (redirectsMail(settingsRow(deps), input)) await askPassword(c, admin, input.currentPassword)
  return saveSettings(deps, admin, input)
}

/** Refuses 'invalid' for a wrong password, and 'not-allowed' when no password was entered recently. */
export async function askPassword(c: Ctx, admin: Admin, password: string | undefined) {
  const { deps } = c.var
  if (password && !hasFreshPassword(deps, admin)) {
    await confirmAdmin(deps, admin, password)
    c.var.recheck?.()
  }
  refuseStalePassword(deps, admin, 'currentPassword')
}

/** Returns the member of staff. Asks for the password again when it was last entered long ago. */
export async function provedAdmin(c: Ctx, form: URLSearchParams, right: Right) {
  const admin = requireAdmin(c, right)
  await askPassword(c, admin, checkForm(ownPassword, form).currentPassword)
  return admin
}
