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
 * Decisions that arrive within so many milliseconds of each other went by the same status, even when they name no
 * version: the first of them wins, instead of an approval and a rejection following each other.
 */
const together = 50

/**
 * Takes a decision's request: the status that stood when it arrived counts, so that of many at once one wins. Returns
 * the record, with what the admin should know in `warnings`.
 */
export async function takeDecision<T>(
  c: Ctx,
  schema: z.ZodType<T>,
  decide: (admin: Admin, id: string, given: T, seen: Seen) => Decided,
) {
  const admin = requireAdmin(c)
  const { deps } = c.var
  const { id, status } = authorize(deps, admin, 'decide', c.req.param('id') ?? '')
  const given = await formOf(c, schema, bodyLimits.reason)
  await new Promise((go) => setTimeout(go, together))
  const { application, warnings } = decide(admin, id, given, {
    status,
    version: versionSeen(c, id),
  })
  tagAnswer(c, application)
  return c.json({ ...adminRecord(deps, application), warnings })
}
