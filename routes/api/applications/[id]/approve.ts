import { approveApplication } from '#src/domain/review/decide.ts'
import { approval } from '#src/forms/admin/review-forms.ts'
import type { Ctx } from '#src/http/context.ts'
import { adminNetworksOnly } from '#src/http/middleware/client-address.ts'
import { bodyLimits } from '#src/http/requests/body.ts'
import { formOf } from '#src/http/requests/form-request.ts'
import { answerDecision, decisionOf } from '#src/http/requests/record-request.ts'

export const guard = adminNetworksOnly

export const body = bodyLimits.reason

/** With the header `Shared-Code: ask`, refuses a code that another company has, unless `sharedCode` repeats it. */
export async function PATCH(c: Ctx) {
  const { admin, id, expected } = decisionOf(c)
  const decision = await formOf(c, approval)
  if (c.req.header('shared-code') === 'ask') decision.sharedCode ??= ''
  return answerDecision(c, approveApplication(c.var.deps, admin, id, decision, expected))
}
