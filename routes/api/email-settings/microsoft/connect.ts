import { beginConnect } from '#src/domain/mailing/microsoft.ts'
import { ownPassword } from '#src/forms/admin/admin-forms.ts'
import type { Ctx } from '#src/http/context.ts'
import { formOf } from '#src/http/requests/form-request.ts'
import { askPassword } from '#src/http/requests/mail-settings-save.ts'
import { requireAdmin } from '#src/http/sessions/admin-session.ts'

/** Answers Microsoft's address. The page opens it by itself, because a form may post only to our own host. */
export async function POST(c: Ctx) {
  const admin = requireAdmin(c, 'settings')
  const { currentPassword } = await formOf(c, ownPassword)
  await askPassword(c, admin, currentPassword)
  return c.json({ address: beginConnect(c.var.deps, admin) })
}
