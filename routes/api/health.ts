import type { Ctx } from '#src/http/context.ts'

/** 200 while the database answers (contract 3). */
export function GET(c: Ctx) {
  c.var.deps.db.sqlite.prepare('select 1').get()
  return c.json({ status: 'ok' })
}
