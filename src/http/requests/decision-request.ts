import { authorize } from '#src/domain/applications/access.ts'
import { adminRecord } from '#src/domain/review/admin-record.ts'
import type { Decided } from '#src/domain/review/decide.ts'
import type { Ctx } from '#src/http/context.ts'
import { requireAdmin } from '#src/http/sessions/admin-session.ts'
import { tagAnswer, versionSeen } from './record-request.ts'

/** Asked before the body arrives: of many at once one wins. */
export function decisionAsked(c: Ctx) {
  const admin = requireAdmin(c, 'decide')
  const { id, status } = authorize(c.var.deps, admin, 'decide', c.req.param('id') ?? '')
  return { admin, id, seen: { status, version: versionSeen(c, id) } }
}

export function answerDecision(c: Ctx, { application, warnings, isProposed }: Decided) {
  tagAnswer(c, application)
  return c.json({ ...adminRecord(c.var.deps, application), warnings }, isProposed ? 202 : 200)
}
