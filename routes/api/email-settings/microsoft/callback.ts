import { finishConnect } from '#src/domain/mailing/microsoft.ts'
import { Refusal } from '#src/domain/refusal.ts'
import type { Ctx } from '#src/http/context.ts'
import { adminOf, requireAdmin } from '#src/http/sessions/admin-session.ts'

/** Stores the connection. Microsoft sends the administrator back to this address, so it has to be a GET. */
export async function GET(c: Ctx) {
  const admin = adminOf(c)
  if (!admin) return c.redirect('/admin', 303)
  if (admin.lacksSecondFactor) return c.redirect('/admin/account', 303)
  requireAdmin(c, 'settings')
  const state = c.req.query('state') ?? ''
  const code = c.req.query('code') ?? ''
  try {
    await finishConnect(c.var.deps, admin, { state, code })
    return c.redirect('/admin/email-settings?microsoft=connected', 303)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return c.redirect('/admin/email-settings?microsoft=failed', 303)
  }
}
