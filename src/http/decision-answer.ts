import { adminRecord } from '#src/domain/admin-record.ts'
import type { Decided } from '#src/domain/decisions.ts'
import type { Ctx } from './context.ts'
import { etagOf } from './version.ts'

/** The record after a decision, with what the admin should know beside it (contract 3). */
export function answerDecision(c: Ctx, { application, warnings }: Decided) {
  c.header('ETag', etagOf(application.version))
  return c.json({ ...adminRecord(c.var.deps, application), warnings })
}
