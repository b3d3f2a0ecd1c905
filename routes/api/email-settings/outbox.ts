import { outboxStatus } from '#src/domain/mailing/status.ts'
import { discardRow, resendRow } from '#src/domain/outbox/stuck-rows.ts'
import { outboxActionSchema } from '#src/forms/email-settings/email-settings.ts'
import type { Ctx } from '#src/http/context.ts'
import { bodyLimits } from '#src/http/requests/body.ts'
import { formOf } from '#src/http/requests/form-request.ts'
import { requireAdmin } from '#src/http/sessions/admin-session.ts'

/** How many emails wait, were sent and failed, and those that failed. */
export function GET(c: Ctx) {
  requireAdmin(c, 'settings')
  return c.json(outboxStatus(c.var.deps))
}

/** Resends or discards one email: `{id, action: 'resend' | 'discard'}`; returns the new state of all. */
export async function POST(c: Ctx) {
  const admin = requireAdmin(c, 'settings')
  const { deps } = c.var
  const { id, action } = await formOf(c, outboxActionSchema, bodyLimits.small)
  const act = action === 'resend' ? resendRow : discardRow
  act(deps, admin, 'email', id)
  return c.json(outboxStatus(deps))
}
