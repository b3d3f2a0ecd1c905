import type { z } from 'zod'
import type { Admin } from '#src/domain/actor.ts'
import { authorize } from '#src/domain/applications/access.ts'
import type { Decided, Seen } from '#src/domain/review/decide.ts'
import { adminRecord } from '#src/domain/review/record.ts'
import type { Ctx } from '#src/http/context.ts'
import { requireAdmin } from '#src/http/sessions/admin-session.ts'
import { bodyLimits } from './body.ts'
import { formOf } from './form-request.ts'
import { tagAnswer, versionSeen } from './version.ts'

/**
 * Handles an approval or a rejection. It is decided on the version that the request names, else on the status at its
 * arrival, so of many at once one wins. Responds with the record and `warnings`.
 */
export async function takeDecision<T>(
  c: Ctx,
  schema: z.ZodType<T>,
  decide: (admin: Admin, id: string, given: T, seen: Seen) => Decided,
) {
  const admin = requireAdmin(c, 'decide')
  const { deps } = c.var
  const { id, status } = authorize(deps, admin, 'decide', c.req.param('id') ?? '')
  const given = await formOf(c, schema, bodyLimits.reason)
  const { application, warnings, isProposed } = decide(admin, id, given, {
    status,
    version: versionSeen(c, id),
  })
  tagAnswer(c, application)
  // nothing is decided yet
  const code = isProposed ? 202 : 200
  return c.json({ ...adminRecord(deps, application), warnings }, code)
}
