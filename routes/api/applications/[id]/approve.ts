import { approveApplication } from '#src/domain/decisions.ts'
import { approval } from '#src/forms/admin-forms.ts'
import { requireAdmin } from '#src/http/admin-session.ts'
import { bodyLimits } from '#src/http/body.ts'
import type { Ctx } from '#src/http/context.ts'
import { answerDecision } from '#src/http/decision-answer.ts'
import { formOf } from '#src/http/form-request.ts'
import { versionSeen } from '#src/http/version.ts'

/** Approves an application under a customer code and notifies the customer (spec 7). */
export async function PATCH(c: Ctx) {
  const admin = requireAdmin(c)
  const { customerCode } = await formOf(c, approval, bodyLimits.small)
  const id = c.req.param('id') ?? ''
  return answerDecision(c, approveApplication(c.var.deps, admin, id, customerCode, versionSeen(c)))
}
