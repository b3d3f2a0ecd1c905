import { rejectApplication } from '#src/domain/review/decide.ts'
import { rejection } from '#src/forms/admin/review-forms.ts'
import type { Ctx } from '#src/http/context.ts'
import { adminNetworksOnly } from '#src/http/middleware/client-address.ts'
import { bodyLimits } from '#src/http/requests/body.ts'
import { formOf } from '#src/http/requests/form-request.ts'
import { answerDecision, decisionOf } from '#src/http/requests/record-request.ts'

export const guard = adminNetworksOnly

export const body = bodyLimits.reason

export async function PATCH(c: Ctx) {
  const { admin, id, expected } = decisionOf(c)
  const { reason } = await formOf(c, rejection)
  return answerDecision(c, rejectApplication(c.var.deps, admin, id, reason, expected))
}
