import { versionInForce } from '#src/domain/terms/versions.ts'
import type { Ctx } from '#src/http/context.ts'

export const GET = (c: Ctx) => c.json({ version: versionInForce(c.var.deps) })
