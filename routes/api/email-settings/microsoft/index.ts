import { beginConnect, disconnectMicrosoft } from '#src/domain/mailing/microsoft.ts'
import { readSettings } from '#src/domain/mailing/settings.ts'
import type { Ctx } from '#src/http/context.ts'
import { bodyLimits, readJson } from '#src/http/requests/body.ts'
import { askPassword } from '#src/http/requests/mail-settings-save.ts'
import { requireAdmin } from '#src/http/sessions/admin-session.ts'

/** Begins "Connect Microsoft 365" with the saved settings: `{address}` is where the page goes. Asks as a save does. */
export async function POST(c: Ctx) {
  const admin = requireAdmin(c, 'settings')
  await askPassword(c, admin, await readJson(c, bodyLimits.small))
  return c.json({ address: beginConnect(c.var.deps, admin) })
}

/** Disconnects; returns the settings as they are then. */
export function DELETE(c: Ctx) {
  const admin = requireAdmin(c, 'settings')
  disconnectMicrosoft(c.var.deps, admin)
  return c.json(readSettings(c.var.deps))
}
