import { rejectApplication } from '#src/domain/decisions.ts'
import { rejection } from '#src/forms/admin-forms.ts'
import { requireAdmin } from '#src/http/admin-session.ts'
import { bodyLimits } from '#src/http/body.ts'
import type { Ctx } from '#src/http/context.ts'
import { answerDecision } from '#src/http/decision-answer.ts'
import { formOf } from '#src/http/form-request.ts'
import { versionSeen } from '#src/http/version.ts'

/** Rejects an application, with a reason or none, and notifies the customer (spec 7). */
export async function PATCH(c: Ctx) {
  const admin = requireAdmin(c)
  const { reason } = await formOf(c, rejection, bodyLimits.reason)
  const id = c.req.param('id') ?? ''
  return answerDecision(c, rejectApplication(c.var.deps, admin, id, reason, versionSeen(c)))
}
