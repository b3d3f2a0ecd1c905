import { rejectApplication } from '#src/domain/review/decide.ts'
import { rejection } from '#src/forms/admin/admin-forms.ts'
import type { Ctx } from '#src/http/context.ts'
import { adminNetworksOnly } from '#src/http/middleware/admin-networks.ts'
import { takeDecision } from '#src/http/requests/decision-request.ts'

export const guard = adminNetworksOnly

/** Rejects an application, with a reason or none, and notifies the customer. */
export const PATCH = (c: Ctx) =>
  takeDecision(c, rejection, (admin, id, { reason }, seen) =>
    rejectApplication(c.var.deps, admin, id, reason, seen),
  )
