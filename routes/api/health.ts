import { healthOf } from '#src/domain/maintenance/health.ts'
import type { Ctx } from '#src/http/context.ts'

/** 200 while the database answers, with what an operator should look at; 503 once the process is stopping. */
export const GET = (c: Ctx) => c.json(healthOf(c.var.deps))
