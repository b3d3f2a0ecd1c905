import { healthOf } from '#src/domain/maintenance/health.ts'
import type { Ctx } from '#src/http/context.ts'

export const GET = (c: Ctx) => c.json(healthOf(c.var.deps))
