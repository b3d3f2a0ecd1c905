import { authorize } from '#src/domain/applications/access.ts'
import { codeUse } from '#src/domain/review/customer-codes.ts'
import { approval } from '#src/forms/admin/admin-forms.ts'
import type { Ctx } from '#src/http/context.ts'
import { adminNetworksOnly } from '#src/http/middleware/admin-networks.ts'
import { checkForm } from '#src/http/requests/form-request.ts'
import { requireAdmin } from '#src/http/sessions/admin-session.ts'

export const guard = adminNetworksOnly

/** Which other companies have the code `?code=`: `{code, companies: ["Name (reference)"]}`. */
export function GET(c: Ctx) {
  const { deps } = c.var
  const application = authorize(deps, requireAdmin(c, 'decide'), 'decide', c.req.param('id') ?? '')
  const { customerCode } = checkForm(approval, { customerCode: c.req.query('code') })
  return c.json(codeUse(deps, application, customerCode))
}
