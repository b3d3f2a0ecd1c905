import { approveApplication } from '#src/domain/review/approve.ts'
import { approval } from '#src/forms/admin/admin-forms.ts'
import type { Ctx } from '#src/http/context.ts'
import { adminNetworksOnly } from '#src/http/middleware/admin-networks.ts'
import { takeDecision } from '#src/http/requests/decision-request.ts'

export const guard = adminNetworksOnly

/** Approves an application under a customer code and notifies the customer. */
export const PATCH = (c: Ctx) =>
  takeDecision(c, approval, (admin, id, given, seen) =>
    approveApplication(c.var.deps, admin, id, given, seen),
  )
