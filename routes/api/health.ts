import { Refusal } from '#src/domain/refusal.ts'
import type { Ctx } from '#src/http/context.ts'

/** 200 while the database answers, 503 once the process is stopping. */
export function GET(c: Ctx) {
  if (c.var.deps.draining()) throw new Refusal('unavailable', 'The server is stopping')
  c.var.deps.db.sqlite.prepare('select 1').get()
  return c.json({ status: 'ok' })
}
